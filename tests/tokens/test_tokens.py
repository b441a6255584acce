"""Token counters by name, and which encoding a model's name means."""

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notarius.errors import ConfigError
from notarius.tokens import COUNTER_NAMES, encoding_for, token_counter

SPEECH = [
    "[u1] MARA: Okay, so the harbour wall comes first, and then we can talk about the ferry.",
    "[u2] TOBIN: Right. I don't think anybody asked the fishermen yet, did they?",
    "[u3] MARA: No. Let's write to them this week; it's about 40 letters.",
    "[u4] ZOË: Um, I could do half of that. Who's got the list from last year?",
    "[u5] TOBIN: It's in the office, in the second drawer, under the old maps.",
]


def test_the_estimate_is_a_little_above_on_english_speech() -> None:
    """Between the true count and ten percent more."""
    estimate, exact = (sum(token_counter(name).count(line) for line in SPEECH) for name in ("estimate", "o200k_base"))
    assert exact <= estimate <= 1.1 * exact


@pytest.mark.parametrize("name", COUNTER_NAMES)
def test_counters_say_what_they_are(name: str) -> None:
    """The manifest gets the name, and whether the count is exact."""
    counter = token_counter(name)
    assert counter.name == name
    assert counter.exact == (name != "estimate")


@pytest.mark.parametrize("name", COUNTER_NAMES)
def test_no_text_is_no_tokens(name: str) -> None:
    """An empty text counts 0."""
    assert token_counter(name).count("") == 0


@pytest.mark.parametrize("name", COUNTER_NAMES)
@settings(deadline=None, max_examples=50)
@given(text=st.text(st.characters(exclude_categories=[]), min_size=1))
def test_any_text_can_be_counted(name: str, text: str) -> None:
    """Lone surrogates and control characters included; never less than a token, never more than bytes."""
    assert 1 <= token_counter(name).count(text) <= len(text.encode("utf-8", "surrogatepass"))


@pytest.mark.parametrize("text", ["say <|endoftext|> now", "<|endofprompt|>", "<|fim_prefix|>"])
def test_special_tokens_in_a_text_are_text(text: str) -> None:
    """What looks like a special token is counted in several tokens, and raises nothing."""
    assert token_counter("o200k_base").count(text) > 2
    assert token_counter("cl100k_base").count(text) > 2


def test_texts_beyond_the_librarys_limit_are_counted() -> None:
    """A reference of more than 200,000 tokens is counted in pieces."""
    assert token_counter("o200k_base").count("harbour wall " * 150_000) == pytest.approx(300_000, rel=0.01)


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        pytest.param("o200k", "did you mean o200k_base?", id="cut short"),
        pytest.param("gpt-4o", "did you mean o200k_base?", id="a model's name"),
        pytest.param("estimat", "did you mean estimate?", id="misspelled"),
        pytest.param("", "there are estimate, o200k_base, cl100k_base", id="empty"),
    ],
)
def test_an_unknown_name_lists_what_there_is(name: str, nearest: str) -> None:
    """The message has the names allowed, and the nearest."""
    with pytest.raises(ConfigError, match="unknown token counter") as caught:
        token_counter(name)
    assert nearest in str(caught.value)
    assert all(known in str(caught.value) for known in COUNTER_NAMES)


@pytest.mark.parametrize(
    ("model", "encoding"),
    [
        ("gpt-4o", "o200k_base"),
        ("gpt-4o-mini-2024-07-18", "o200k_base"),
        ("openai/gpt-4o-mini", "o200k_base"),
        ("ft:gpt-4o:some-org", "o200k_base"),
        ("chatgpt-4o-latest", "o200k_base"),
        ("gpt-4.1-nano", "o200k_base"),
        ("GPT-5", "o200k_base"),
        ("gpt-5-mini", "o200k_base"),
        ("o1", "o200k_base"),
        ("o3-mini", "o200k_base"),
        ("gpt-oss-20b", "o200k_base"),
        ("gpt-4", "cl100k_base"),
        ("gpt-4-turbo", "cl100k_base"),
        ("gpt-3.5-turbo", "cl100k_base"),
        ("gpt-35-turbo", "cl100k_base"),
        ("llama3.1:8b", None),
        ("gpt-40", None),
        ("o200", None),
        ("", None),
    ],
)
def test_models_have_encodings(model: str, encoding: str | None) -> None:
    """OpenAI's names mean an encoding, others none."""
    assert encoding_for(model) == encoding


def test_vocabularies_are_loaded_by_who_counts_exactly() -> None:
    """Importing the module, naming an encoding and estimating load no vocabulary."""
    program = (
        "import sys; from notarius.tokens import token_counter; token_counter('o200k_base');"
        "token_counter('estimate').count('a'); sys.exit('bpe_openai' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
