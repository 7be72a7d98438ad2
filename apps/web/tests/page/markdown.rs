//! Markdown of the rules: compiled when the page is built, and rendered in the page.

use content::compile;
use sixfold_web::rulebook::{Links, render};
use sixfold_web::rulings;

fn drawn(markdown: &str, link_rulings: bool) -> String {
    let links = Links { address: "#/rules/a", in_place: false };
    let mut nodes = render(&compile(markdown).unwrap(), links);
    if link_rulings {
        rulings::link(&mut nodes, links, "Back");
    }
    nodes.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn html(markdown: &str) -> String {
    drawn(markdown, false)
}

#[test]
fn headings_are_places() {
    let heading = |level: u8, place: &str, words: &str| {
        format!("<h{level} id=\"rule-{place}\" tabindex=\"-1\">{words}</h{level}>")
    };
    let expected = [heading(1, "your-turn", "Your *turn"), heading(2, "a-b", "A &amp; b"), heading(3, "a-b-2", "A, b")];
    assert_eq!(html("# Your *turn\n## A & b\n### A, b"), expected.join("\n"));
    assert_eq!(html("# A\nb\nc\n\n"), format!("{}\n<p>b\nc</p>", heading(1, "a", "A")));
}

#[test]
fn lists_lie_in_lists() {
    assert_eq!(html("- a\n  b\n- c"), "<ul>\n <li>a\nb</li>\n <li>c</li>\n</ul>");
    assert_eq!(html("1. a\n2. b"), "<ol>\n <li>a</li>\n <li>b</li>\n</ol>");
    assert_eq!(html("- a\n  - b\n\nc"), "<ul>\n <li>a<ul>\n   <li>b</li>\n  </ul></li>\n</ul>\n<p>c</p>");
}

#[test]
fn tables_say_what_their_cells_are_about() {
    let table = html("## The units\n| unit | attack |\n|---|--:|\n| *Pawn* | 2 |");
    for part in [
        r#"<div class="wide" tabindex="0" role="region" aria-labelledby="rule-the-units">"#,
        r#"<th scope="col">unit</th>"#,
        r#"<th scope="col">attack</th>"#,
        r#"<th scope="row">"#,
        "<em>Pawn</em>",
        "<td>2</td>",
    ] {
        assert!(table.contains(part), "{part}: {table}");
    }
    assert!(!table.contains('|'), "{table}");
}

/// A phone shows the rows of such a table as cards: no table any more for a browser, unless the roles say so.
#[test]
fn the_cells_of_a_table_with_many_columns_name_their_column_and_keep_their_roles() {
    let row =
        |words: &str| format!("| {} |\n", (1..=9).map(|n| format!("{words}*{n}*")).collect::<Vec<_>>().join(" | "));
    let table = |columns: &str| html(&format!("{}{}{}", row("name "), columns, row("value ")));
    let wide = table(&("|---".repeat(9) + "|\n"));
    assert_eq!(wide.matches("data-column=").count(), 8, "all but the first, which is the title of its card: {wide}");
    for part in [r#"<td data-column="name 9" role="cell">"#, r#"<table role="table" class="cards">"#] {
        assert!(wide.contains(part), "{part}: {wide}");
    }
    let roles = [("rowgroup", 2), ("row", 2), ("columnheader", 9), ("rowheader", 1), ("cell", 8)];
    for (role, count) in roles {
        assert_eq!(wide.matches(&format!("role=\"{role}\"")).count(), count, "{role}: {wide}");
    }
    let narrow = html("| a | b |\n|---|---|\n| *c* | d |");
    assert!(!narrow.contains("cards") && !narrow.contains("data-column"), "{narrow}");
}

#[test]
fn emphasis_and_code() {
    assert_eq!(html("a *b* **c *d* x** `e*f*`").matches("<em>").count(), 2);
    assert_eq!(html("**Quietly**: `g7`"), "<p><strong>Quietly</strong>: <code>g7</code></p>");
    assert_eq!(html("2 * 3 * 4"), "<p>2 * 3 * 4</p>");
    assert_eq!(html("    x\n    y"), "<pre>x\ny</pre>");
}

#[test]
fn nothing_becomes_html_by_itself() {
    assert_eq!(html("<img src=x> & *y*"), "<p>&lt;img src=x&gt; &amp; <em>y</em></p>");
    assert_eq!(html("<div>\nx</div>").matches("<div").count(), 0);
}

#[test]
fn what_cannot_be_shown_is_refused_when_the_page_is_built() {
    for text in
        ["[a](javascript:b)", "[c](http://example.com)", "[a](#/new/x)", "![a](https://example.com/b.png)", "\u{1}p"]
    {
        assert!(compile(text).is_err(), "{text}");
    }
}

#[test]
fn links_lead_to_places_of_the_text_or_to_safe_pages() {
    assert_eq!(html("[a](#the-end)"), "<p>\n <a href=\"#/rules/a/the-end\">a</a>\n</p>");
    assert!(html("[a](https://example.com)").contains(r#"<a href="https://example.com" rel="noopener">a</a>"#));
    let over = render(&compile("[a](#b)").unwrap(), Links { address: "#/rules/a", in_place: true });
    assert!(over[0].to_string().contains(r##"data-skip="#rule-b""##));
}

#[test]
fn a_number_leads_to_its_ruling_and_the_ruling_back() {
    let html =
        drawn("It guards (HD-7, `HD-7`). So (HD-7); not HD-9.\n\n- **HD-7** A guard ends.\n- **Guard** No.", true);
    let link = r##"<a href="#/rules/a/hd-7" class="to-ruling""##;
    assert_eq!(html.matches(link).count(), 2, "{html}");
    assert_eq!(html.matches(r#"id="rule-hd-7-first""#).count(), 1, "{html}");
    assert!(html.contains("<code>HD-7</code>") && html.contains("not HD-9."), "{html}");
    assert!(
        html.contains(r#"<li class="ruling" id="rule-hd-7" tabindex="-1"><strong>HD-7</strong> A guard"#),
        "{html}"
    );
    assert!(html.contains(r##"<a href="#/rules/a/hd-7-first" class="back" aria-label="Back""##), "{html}");
    assert!(html.contains("<li><strong>Guard</strong> No.</li>"), "{html}");
}

#[test]
fn rulings_name_each_other() {
    let html = drawn("- **HD-1** First.\n\n- **HD-2** See HD-1.", true);
    assert_eq!(html.matches("to-ruling").count(), 1, "{html}");
    assert_eq!(html.matches(r#"class="back""#).count(), 1, "{html}");
}
