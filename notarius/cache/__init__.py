"""The response cache: kept answers by the digest of everything that shapes them, shared by many processes."""

from notarius.cache.keys import answer_key
from notarius.cache.store import AnswerCache, CacheMode, CacheNote, Claim

__all__ = ["AnswerCache", "CacheMode", "CacheNote", "Claim", "answer_key"]
