//! The text inside comments: what a line break in it means, and the commands programs put there.

/// A comment as it is kept: a line break between two words is a space, because programs wrap comments; an empty line
/// or an indented one is kept, because people wrote it.
///
/// A line that would look like the first of another game is indented: behind an empty line it ends a comment that
/// was never closed.
pub(super) fn tidy(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut last_empty = true;
    for (i, line) in text.trim().split('\n').map(str::trim_end).enumerate() {
        if i > 0 {
            let soft = !last_empty && !line.is_empty() && !line.starts_with(char::is_whitespace);
            out.push(if soft { ' ' } else { '\n' });
        }
        out.push_str(line);
        last_empty = line.is_empty();
    }
    out.replace("\n[Event \"", "\n [Event \"")
}

/// The commands in a comment, as name and value: clocks, evaluations, arrows.
///
/// ```
/// use tabula_wire::pgn::commands;
/// let found: Vec<_> = commands("[%clk 0:09:58] fine [%eval -0.3]").collect();
/// assert_eq!(found, [("clk", "0:09:58"), ("eval", "-0.3")]);
/// ```
pub fn commands(comment: &str) -> impl Iterator<Item = (&str, &str)> {
    comment.split("[%").skip(1).filter_map(|part| {
        let (inside, _) = part.split_once(']')?;
        let (name, value) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
        (!name.is_empty()).then_some((name, value.trim()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapped_lines_are_joined_and_drawn_ones_are_kept() {
        assert_eq!(tidy(" one\ntwo  three \nfour\n"), "one two  three four");
        assert_eq!(tidy("one\n\ntwo"), "one\n\ntwo");
        assert_eq!(tidy("board:\n  . x .\n  o . ."), "board:\n  . x .\n  o . .");
    }

    #[test]
    fn a_comment_kept_once_is_kept_alike_again_even_if_joined_lines_look_like_a_game() {
        let kept = tidy("x\n\n[Event\n\"4\"]");
        assert_eq!(kept, "x\n\n [Event \"4\"]");
        assert_eq!(tidy(&kept), kept);
    }

    #[test]
    fn half_a_command_is_no_command() {
        assert_eq!(commands("[%clk 0:01 and [%] [%x]").collect::<Vec<_>>(), [("x", "")]);
    }
}
