//! Form bodies and query strings in bracket notation: `a[b]=1`, `a[0][b]=1`, `a[]=1`, `a[][b]=1`.

use std::collections::BTreeMap;

use url::form_urlencoded;

use super::errors::Refusal;

/// Anything deeper or longer is an attack or a mistake.
const DEEPEST: usize = 8;
const MOST_PAIRS: usize = 1_000;

/// One decoded value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A value as sent.
    Text(String),
    /// Named children. A list is a branch whose names are numbers.
    Branch(BTreeMap<String, Node>),
}

/// Decodes a body or query.
pub fn decode(body: &[u8]) -> Result<BTreeMap<String, Node>, Refusal> {
    let mut root = BTreeMap::new();
    for (count, (key, value)) in form_urlencoded::parse(body).enumerate() {
        if count >= MOST_PAIRS {
            return Err(Refusal::invalid("Too many parameters."));
        }
        let path = split(&key).ok_or_else(|| Refusal::invalid(format!("Invalid parameter name: {key}")))?;
        insert(&mut root, &path, value.into_owned())
            .map_err(|()| Refusal::param(key.as_ref(), format!("Conflicting values for parameter: {key}")))?;
    }
    Ok(root)
}

/// The canonical form of the content, to find out whether two requests are the same.
pub fn canonical(body: &[u8]) -> String {
    let mut pairs: Vec<(String, String)> = form_urlencoded::parse(body).into_owned().collect();
    pairs.sort();
    form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
}

/// `a[b][0]` -> `["a", "b", "0"]`; an empty part means "the next place of the list".
fn split(key: &str) -> Option<Vec<&str>> {
    let (first, mut rest) = match key.find('[') {
        Some(at) => key.split_at(at),
        None => (key, ""),
    };
    if first.is_empty() || first.contains(']') {
        return None;
    }
    let mut path = vec![first];
    while !rest.is_empty() {
        let (part, after) = rest.strip_prefix('[')?.split_once(']')?;
        if part.contains('[') || path.len() >= DEEPEST {
            return None;
        }
        path.push(part);
        rest = after;
    }
    Some(path)
}

fn insert(branch: &mut BTreeMap<String, Node>, path: &[&str], value: String) -> Result<(), ()> {
    let Some((name, rest)) = path.split_first() else { return Err(()) };
    let name = if name.is_empty() { place(branch, rest) } else { (*name).to_owned() };
    if rest.is_empty() {
        return match branch.insert(name, Node::Text(value)) {
            Some(Node::Branch(_)) => Err(()),
            _ => Ok(()),
        };
    }
    match branch.entry(name).or_insert_with(|| Node::Branch(BTreeMap::new())) {
        Node::Branch(inner) => insert(inner, rest, value),
        Node::Text(_) => Err(()),
    }
}

/// The place of `[]`: a new one, unless the last one is an object without the next name (`a[][x]=1&a[][y]=2`).
fn place(branch: &BTreeMap<String, Node>, rest: &[&str]) -> String {
    let count = branch.len();
    if let (Some(next), Some(last)) = (rest.first(), count.checked_sub(1))
        && let Some(Node::Branch(inner)) = branch.get(&last.to_string())
        && !inner.contains_key(*next)
    {
        return last.to_string();
    }
    count.to_string()
}

/// The children of a list in order, when their names are places of a list.
pub fn as_list(branch: &BTreeMap<String, Node>) -> Option<Vec<(&str, &Node)>> {
    let mut items = Vec::new();
    for (name, node) in branch {
        items.push((name.parse::<u32>().ok()?, name.as_str(), node));
    }
    items.sort_by_key(|(place, ..)| *place);
    Some(items.into_iter().map(|(_, name, node)| (name, node)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: &str) -> Node {
        Node::Text(value.to_owned())
    }

    #[test]
    fn all_spellings_of_a_list_mean_the_same() {
        let indexed = decode(b"a[0][x]=1&a[0][y]=2&a[1][x]=3").expect("valid");
        let bare = decode(b"a[][x]=1&a[][y]=2&a[][x]=3").expect("valid");
        let encoded = decode(b"a%5B0%5D%5Bx%5D=1&a%5B0%5D%5By%5D=2&a%5B1%5D%5Bx%5D=3").expect("valid");
        assert_eq!(indexed, bare);
        assert_eq!(indexed, encoded);
    }

    #[test]
    fn bare_scalars_are_counted() {
        let form = decode(b"expand[]=a&expand[]=b").expect("valid");
        let Some(Node::Branch(list)) = form.get("expand") else { panic!("a list") };
        let list = as_list(list).expect("places");
        assert_eq!(list, vec![("0", &text("a")), ("1", &text("b"))]);
    }

    #[test]
    fn a_value_cannot_be_text_and_branch() {
        assert!(decode(b"a=1&a[b]=2").is_err());
        assert!(decode(b"a[b]=2&a=1").is_err());
        assert!(decode(b"a[b=2").is_err());
        assert!(decode(b"[a]=2").is_err());
        assert!(decode(b"a[][][][][][][][][]=2").is_err());
    }

    #[test]
    fn order_and_encoding_do_not_change_the_canonical_form() {
        assert_eq!(canonical(b"b=2&a%5Bx%5D=1"), canonical(b"a[x]=1&b=2"));
        assert_ne!(canonical(b"a=1"), canonical(b"a=2"));
    }
}
