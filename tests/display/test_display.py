import sys
import unicodedata
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.markup import render

from notarius.display import DisplayPaths, _shows_users, _within, clock, defuse_terminal, printable, value_text

HOSTILE = st.lists(
    st.one_of(
        st.text(max_size=5),
        st.sampled_from(
            ["\x1b[31m", "\x1b]8;;", "\x9b2J", "\x1b\\", "\x07", "[bold]", "[/]", "[", "]", "\\", "\u202e"]
        ),
        st.characters(categories=["Cc", "Cf", "Cs"]),
    ),
    max_size=12,
).map("".join)


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        pytest.param(None, "", id="none"),
        pytest.param(0, "0:00:00", id="zero"),
        pytest.param(59.999, "0:00:59", id="rounded down"),
        pytest.param(3725.5, "1:02:05", id="an hour"),
        pytest.param(360000, "100:00:00", id="days"),
        pytest.param(-1.0, "", id="negative"),
        pytest.param(float("nan"), "", id="no number"),
        pytest.param(float("inf"), "", id="infinite"),
    ],
)
def test_clock(seconds: float | None, shown: str) -> None:
    """A time is shown as h:mm:ss, and no time as nothing."""
    assert clock(seconds) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("Zoë said: grüße, 漢字 👩‍🔧", "Zoë said: grüße, 漢字 👩‍🔧", id="letters of all kinds stay"),
        pytest.param("a\x1b[31;1mred\x1b[0mb", "aredb", id="colour"),
        pytest.param("a\x9b2Jb", "ab", id="eight-bit CSI"),
        pytest.param("\x1b]0;title\x07x\x1b]8;;http://h/\x1b\\link\x1b]8;;\x1b\\", "xlink", id="titles and links"),
        pytest.param("\x1bPq#0\x1b\\x\x1bcy\x1b(0z", "xyz", id="device strings and resets"),
        pytest.param("\x1b]8;;open", "8;;open", id="an unfinished sequence swallows nothing"),
        pytest.param("a\u202ecod.exe\u2066b\u200f\ufeff", "acod.exeb", id="bidirectional overrides"),
        pytest.param("a\r\n\tb\u2028c", "a b c", id="line breaks and tabs"),
        pytest.param("a\x00\x08\x7fb", "ab", id="other controls"),
        pytest.param("a\ud800b", "a\ufffdb", id="half a surrogate pair"),
    ],
)
def test_printable_table(text: str, shown: str) -> None:
    """What a terminal acts on goes, what people read stays."""
    assert printable(text) == shown


@given(HOSTILE)
def test_printable_text_has_nothing_hidden(text: str) -> None:
    """Whatever comes in, one line of visible characters comes out, and it stays as it is a second time."""
    shown = printable(text)
    hidden = [char for char in shown if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")]
    assert set(hidden) <= {"\u200c", "\u200d"}
    assert printable(shown) == shown


@given(HOSTILE, HOSTILE)
def test_defused_text_has_no_markup(one: str, other: str) -> None:
    """Neither alone nor side by side do defused texts form rich markup."""
    assert render(defuse_terminal(one) + defuse_terminal(other), emoji=False).spans == []


@given(HOSTILE.filter(lambda text: "\\" not in text))
def test_defused_text_reads_the_same(text: str) -> None:
    """After rich has read it, a defused text is the printable one; the docstring says what backslashes cost."""
    assert render(defuse_terminal(text), emoji=False).plain == printable(text)


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    """A home with a campaign folder, as `home/ada/work/harbour`."""
    folder = tmp_path.resolve() / "home" / "ada" / "work" / "harbour"
    (folder / "lists").mkdir(parents=True)
    return folder


def paths(harbour: Path, cwd: Path | None = None, *, campaign: bool = True) -> DisplayPaths:
    """What shows paths beside the campaign folder."""
    home = harbour.parent.parent
    return DisplayPaths(harbour if campaign else None, cwd or harbour.parent, home)


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        pytest.param("harbour/lists/ships.md", "lists/ships.md", id="in the campaign"),
        pytest.param("harbour", ".", id="the campaign itself"),
        pytest.param("notes/day.txt", "notes/day.txt", id="in the working directory"),
        pytest.param("harbour/../notes/./day.txt", "notes/day.txt", id="dots"),
        pytest.param("../private/day.txt", ".../day.txt", id="above"),
        pytest.param("../../bob/day.txt", ".../day.txt", id="somebody else's"),
        pytest.param("..", "~", id="home"),
        pytest.param("harbourside/x", "harbourside/x", id="a name that only begins alike"),
        pytest.param("harbour/lists/ü =,[1] {x}.md", "lists/ü =,[1] {x}.md", id="odd names"),
    ],
)
@pytest.mark.parametrize("absolute", [False, True], ids=["relative", "absolute"])
def test_display_paths(harbour: Path, path: str, shown: str, *, absolute: bool) -> None:
    """A path is relative to the campaign, else to the working directory, else only a name."""
    given_path = harbour.parent / path if absolute else Path(path)
    assert paths(harbour)(given_path) == shown


def test_without_campaign_the_working_directory_counts(harbour: Path) -> None:
    """Without a campaign folder, paths are relative to the working directory."""
    assert paths(harbour, campaign=False)("harbour/lists/ships.md") == "harbour/lists/ships.md"
    assert paths(harbour, campaign=False).campaign_name is None


def test_the_root_is_nameless(harbour: Path) -> None:
    """The top of a file system has no name to show."""
    assert paths(harbour)(harbour.anchor) == "..."


@pytest.mark.parametrize("level", [0, 1, 2], ids=["home's parent", "one above", "two above"])
def test_no_user_name_from_a_working_directory_above_home(harbour: Path, level: int) -> None:
    """Started above the home folder, paths do not begin with its owner's name."""
    home = harbour.parent.parent
    shown = DisplayPaths(None, home.parents[level], home)
    assert shown(harbour / "lists") == ".../lists"


def test_a_link_out_of_the_campaign_keeps_its_own_name(harbour: Path) -> None:
    """What lies in the campaign as written is shown so, wherever it points."""
    elsewhere = harbour.parents[3] / "ships.md"
    elsewhere.write_text("Heron", encoding="utf-8")
    link(harbour / "lists" / "ships.md", elsewhere)
    assert paths(harbour)(harbour / "lists" / "ships.md") == "lists/ships.md"


def test_a_link_into_the_campaign_is_followed(harbour: Path) -> None:
    """A campaign reached through a link is the same campaign."""
    link(harbour.parents[3] / "short", harbour)
    assert paths(harbour)(harbour.parents[3] / "short" / "lists" / "ships.md") == "lists/ships.md"


def test_dots_behind_a_link_are_where_the_system_goes(harbour: Path) -> None:
    """`link/../x` is beside what the link points to, not beside the link."""
    (harbour.parents[3] / "shared" / "deep").mkdir(parents=True)
    link(harbour / "deep", harbour.parents[3] / "shared" / "deep")
    assert paths(harbour)(harbour / "deep" / ".." / "x") == ".../x"


def test_a_loop_of_links_is_shown(harbour: Path) -> None:
    """A path that cannot be resolved is still shown."""
    link(harbour / "a", harbour / "b")
    link(harbour / "b", harbour / "a")
    assert paths(harbour)("harbour/a") == "a"
    assert paths(harbour)("../a\0b") == ".../a\0b"


def test_the_campaign_has_a_name(harbour: Path) -> None:
    """The campaign goes by its folder's name, and a home folder by none."""
    assert paths(harbour).campaign_name == "harbour"
    home = harbour.parent.parent
    assert DisplayPaths(home, home, home).campaign_name == "~"


@pytest.mark.parametrize(
    ("path", "root", "shown"),
    [
        pytest.param(PureWindowsPath(r"C:\Work\Lists\a.md"), PureWindowsPath(r"c:\work"), "Lists/a.md", id="case"),
        pytest.param(PureWindowsPath(r"D:\work\a.md"), PureWindowsPath(r"C:\work"), None, id="another drive"),
        pytest.param(PureWindowsPath(r"\\host\share\a.md"), PureWindowsPath(r"C:\work"), None, id="a share"),
        pytest.param(PurePosixPath("/a/b/c"), PurePosixPath("/a"), "b/c", id="posix"),
    ],
)
def test_within_on_other_systems(path: PurePath, root: PurePath, shown: str | None) -> None:
    """Slashes are POSIX ones, and another drive is elsewhere."""
    assert _within(path, root) == shown


@pytest.mark.parametrize(
    ("root", "home", "shows"),
    [
        pytest.param(PureWindowsPath("C:/"), PureWindowsPath("C:/Users/ada"), True, id="drive"),
        pytest.param(PureWindowsPath("D:/"), PureWindowsPath("C:/Users/ada"), True, id="another drive's top"),
        pytest.param(PureWindowsPath("C:/Users"), None, True, id="Windows' homes"),
        pytest.param(PurePosixPath("/home"), PurePosixPath("/root"), True, id="homes, as root"),
        pytest.param(PurePosixPath("/srv/homes"), PurePosixPath("/srv/homes/ada"), True, id="homes elsewhere"),
        pytest.param(PurePosixPath("/home/ada"), PurePosixPath("/home/ada"), False, id="home itself"),
        pytest.param(PurePosixPath("/srv/day"), PurePosixPath("/home/ada"), False, id="beside home"),
    ],
)
def test_roots_that_would_show_users(root: PurePath, home: PurePath | None, *, shows: bool) -> None:
    """A folder whose children are named after users is no root."""
    assert _shows_users(root, home) is shows


def link(path: Path, target: Path) -> None:
    """A symbolic link, where one can be made."""
    if sys.platform == "win32":
        pytest.skip("making links takes a right that Windows users lack")
    path.symlink_to(target)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        pytest.param(None, "", id="null"),
        pytest.param(True, "yes", id="true"),
        pytest.param(False, "no", id="false"),
        pytest.param(2.5, "2.5", id="number"),
        pytest.param(" a\nb\x1b[2J ", "a b", id="text"),
        pytest.param(["a", None, 3], "a, , 3", id="list"),
        pytest.param({"a": 1, "b": ["c"]}, "a 1, b c", id="mapping"),
    ],
)
def test_value_text(value: object, shown: str) -> None:
    """A JSON value on one line, as people read it."""
    assert value_text(value) == shown
