"""From a model's text to typed candidates: the schema that is sent, and the answer that comes back.

Written by hand over attrs fields and not with cattrs: an answer is read leniently where models err harmlessly and
strictly where meaning is at stake, item by item, each with a reason; and the import would cost a cold start 25 ms.
"""

from notarius.decoding.answer import Decoded, Malformed, decode_answer
from notarius.decoding.schema import answer_schema

__all__ = ["Decoded", "Malformed", "answer_schema", "decode_answer"]
