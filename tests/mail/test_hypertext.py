"""tests: HTML of people's mail programs, as lines."""

from __future__ import annotations

import pytest

from gm_daemon.mail.hypertext import html_to_text
from tests.cases import case


@pytest.mark.parametrize(
    ("html", "lines"),
    [
        case("HTML", "inline tags", "<p>A<b>&nbsp;Par</b> &ndash; Bur", ["A\xa0Par – Bur"]),
        case("HTML", "comments and declarations", "<!DOCTYPE html>a<!-- <p>x -->b<![if mso]>c<![endif]>d", ["abcd"]),
        case("HTML", "no tag", "a < b, 3<4", ["a < b, 3<4"]),
        case("HTML", "> in an attribute", '<a title="x > y">g</a>', ["g"]),
        case("HTML", "quotation mark that never closes", '<p title="x>Hi</p><p class="y>A Par</p>', ["A Par"]),
        case("HTML", "text of a script", "<SCRIPT>if(a<b)'</p>'</script>ok<style>x", ["ok"]),
        case("HTML", "rows of a table", "<tr><td>A<td>Par</td><tr><th>F</th><th>Bre</th>", ["A Par", "F Bre"]),
        case("HTML", "quote in a quote", "<blockquote>q<div>r</div></blockquote>s", ["> q", "> r", "s"]),
        case("HTML", "wrongly nested", "<blockquote><p>q</blockquote>s</p>t", ["> q", "s", "t"]),
        case("HTML", "hidden", '<div hidden>a</div><p style="Display: None">b</p><p style="font-size:0">c</p>d', ["d"]),
        case("HTML", "small is not hidden", '<p style="font-size:0.9em">d</p>', ["d"]),
        case("HTML", "Outlook's line", '<p>n</p><div style="border-top:solid #E1E1E1 1pt">From</div><p>o</p>', [
            "n", "> From", "> o",
        ]),
    ],
)  # fmt: skip
def test_lines(html: str, lines: list[str]) -> None:
    """What a reader would see, line by line, with quotes marked."""
    assert lines == [line for line in html_to_text(html).split("\n") if line]
