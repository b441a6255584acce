import mimetypes

import pytest

from notarius.references.media_types import TEXT_TYPES, binary_kind, is_accepted, media_type_of

BY_NAME = {
    "board.txt": "text/plain",
    "board.md": "text/markdown",
    "BOARD.MD": "text/markdown",
    "board.v2.markdown": "text/markdown",
    "board.csv": "text/csv",
    "board.tsv": "text/tab-separated-values",
    "board.html": "text/html",
    "board.json": "application/json",
    "board.yml": "application/yaml",
    "board.yaml": "application/yaml",
    "board.toml": "application/toml",
    "board.xml": "application/xml",
    "board.log": "text/plain",
    "board": "text/plain",
    "board.notes": "text/plain",
    ".board": "text/plain",
}


@pytest.mark.parametrize(("name", "media_type"), BY_NAME.items())
def test_a_name_gives_the_media_type(name: str, media_type: str) -> None:
    """A suffix that we know decides; what we do not know is plain text."""
    assert media_type_of(name, "Ada chairs.") == media_type


BY_CONTENT = {
    '{"chair": "Ada"}': "application/json",
    "\n [1, 2]": "application/json",
    "[u1] Ada: no JSON": "text/plain",
    "{not json}": "text/plain",
    "[" * 100_000: "text/plain",
    "<!DOCTYPE html><p>Ada": "text/html",
    "\ufeff<html>": "text/html",
    "<?xml version='1.0'?>": "application/xml",
    "<p>Ada": "text/plain",
    "": "text/plain",
}


@pytest.mark.parametrize(("text", "media_type"), BY_CONTENT.items(), ids=lambda value: value[:20])
def test_content_decides_where_the_name_says_nothing(text: str, media_type: str) -> None:
    """Without a known suffix the beginning tells, as far as it can be told for certain."""
    assert media_type_of("board", text) == media_type
    assert media_type_of("board.txt", text) == "text/plain"


def test_the_machines_table_has_no_say() -> None:
    """What is installed on a machine must not change a media type, which stands in manifests."""
    mimetypes.add_type("application/x-board", ".md")

    try:
        assert media_type_of("board.md", "Ada") == "text/markdown"
    finally:
        mimetypes.init()


def test_every_text_type_is_accepted_without_a_list() -> None:
    """A slot that names no media types takes each of our table, and none of them looks binary."""
    assert all(is_accepted(media_type, ()) for media_type in TEXT_TYPES.values())
    assert not [suffix for suffix in TEXT_TYPES if binary_kind(f"board{suffix}", b"Ada chairs.")]


@pytest.mark.parametrize("text", ["PK is a name", "GIF or JPEG?", "ID3 tags", "MZ, a village", "OggSome"])
def test_text_that_begins_like_a_binary_format_is_text(text: str) -> None:
    """The marks are long enough not to take words for formats."""
    assert binary_kind("board.md", text.encode()) is None
