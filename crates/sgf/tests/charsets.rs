//! Which encoding is taken, what is said about it, and that the bytes survive.

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS, UTF_8, WINDOWS_1251, WINDOWS_1252,
};
use sgf::{Chosen, Collection, Severity};

const TEXTS: [(&Encoding, &str); 7] = [
    // ソ, 表 and 申 end in the byte of a backslash, which would spoil early lexing.
    (SHIFT_JIS, "ソ連の表で申し込みました。黒番です。"),
    (GB18030, "黑先，怎样攻击白棋？这里是急所。"),
    (BIG5, "黑先，怎樣攻擊白棋？許功蓋，這裡是急所。"),
    (EUC_KR, "흑이 먼저 둡니다. 백을 잡을 수 있습니까?"),
    (EUC_JP, "黒番の手は難しいです。ここで切る。"),
    (WINDOWS_1251, "Чёрные начинают и выигрывают эту борьбу."),
    (WINDOWS_1252, "Les noirs jouent à côté, très près du bord."),
];

/// A game with this text in a comment, and perhaps a declaration.
fn game(declared: Option<&str>, encoding: &'static Encoding, text: &str) -> Vec<u8> {
    let declaration = declared.map_or(String::new(), |label| format!("CA[{label}]"));
    let (bytes, _, unmappable) = encoding.encode(text);
    assert!(!unmappable, "{text}");
    [b"(;FF[4]", declaration.as_bytes(), b"SZ[9]C[", &bytes, b"];B[ee])"].concat()
}

fn comment(collection: &Collection, index: usize) -> String {
    let game = collection.game(index).expect("the game");
    game.root().text("C").expect("a comment").into_owned()
}

fn chosen(collection: &Collection) -> (&'static str, Chosen) {
    let charset = collection.charsets().next().expect("a charset");
    (charset.encoding, charset.chosen.clone())
}

#[test]
fn a_declared_encoding_is_taken() {
    for (encoding, text) in TEXTS {
        let bytes = game(Some(encoding.name()), encoding, text);
        let collection = sgf::parse(bytes.clone());
        assert_eq!(comment(&collection, 0), text);
        assert_eq!(chosen(&collection), (encoding.name(), Chosen::Declared));
        assert_eq!(collection.diagnostics(), []);
        assert_eq!(collection.to_bytes(), bytes);
    }
}

#[test]
fn noise_before_a_game_does_not_overrule_what_it_declares() {
    // The bytes of a byte order mark and the bracket after it would be Big5, too.
    let game = "(;CA[UTF-8]SZ[9]C[\u{feff}])";
    let collection = sgf::parse([b"noise \xC0h ", game.as_bytes()].concat());
    assert_eq!(chosen(&collection), ("UTF-8", Chosen::Declared));
    assert_eq!(collection.len(), 1);
    assert_eq!(collection.game(0).and_then(|game| game.root().text("SZ")).as_deref(), Some("9"));
}

#[test]
fn an_undeclared_encoding_is_guessed_and_said() {
    for (encoding, text) in TEXTS {
        let collection = sgf::parse(game(None, encoding, text));
        assert_eq!(comment(&collection, 0), text);
        assert_eq!(chosen(&collection), (encoding.name(), Chosen::Guessed));
        assert_eq!(collection.diagnostics().len(), 1);
        assert_eq!(collection.diagnostics()[0].severity, Severity::Warning);
    }
}

#[test]
fn a_wrong_declaration_is_noticed_and_repaired() {
    for (encoding, text) in TEXTS {
        // Says UTF-8, is not.
        let collection = sgf::parse(game(Some("UTF-8"), encoding, text));
        assert_eq!(comment(&collection, 0), text);
        let repaired = Chosen::Repaired("UTF-8".to_owned());
        assert_eq!(chosen(&collection), (encoding.name(), repaired));
        assert_eq!(collection.diagnostics().len(), 1);

        // Is UTF-8, says it is not.
        let collection = sgf::parse(game(Some(encoding.name()), UTF_8, text));
        assert_eq!(comment(&collection, 0), text);
        let repaired = Chosen::Repaired(encoding.name().to_owned());
        assert_eq!(chosen(&collection), ("UTF-8", repaired));
        let [remark] = collection.diagnostics() else {
            panic!("one remark");
        };
        assert_eq!((remark.location.line, remark.location.column), (1, 8));
    }
}

#[test]
fn a_short_name_in_a_declared_encoding_is_not_taken_for_utf8() {
    // Two bytes of GBK that happen to be one character of UTF-8.
    let collection = sgf::parse(b"(;CA[GBK]PB[\xD6\xA3])".as_slice());
    assert_eq!(chosen(&collection), ("gb18030", Chosen::Declared));
    let name = collection.game(0).and_then(|game| game.root().simple_text("PB"));
    assert_eq!(name.as_deref(), Some("郑"));
}

#[test]
fn byte_order_marks_decide() {
    let text = "(;C[黒\u{1F600}];B[aa])\n(;W[bb] x";
    let wide = |to_bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        let marked = format!("\u{feff}{text}");
        marked.encode_utf16().flat_map(to_bytes).collect()
    };
    for (bytes, encoding) in [
        (wide(u16::to_le_bytes), "UTF-16LE"),
        (wide(u16::to_be_bytes), "UTF-16BE"),
        (format!("\u{feff}{text}").into_bytes(), "UTF-8"),
    ] {
        let mut collection = sgf::parse(bytes.clone());
        assert_eq!(chosen(&collection), (encoding, Chosen::ByteOrderMark));
        assert_eq!(comment(&collection, 0), "黒\u{1F600}");
        assert_eq!(collection.to_bytes(), bytes);
        // The stray letter, on the second line in any encoding.
        let stray = &collection.diagnostics()[0];
        assert_eq!((stray.location.line, stray.location.column), (2, 9));
        let unit = if encoding == "UTF-8" { 1 } else { 2 };
        assert_eq!(bytes[stray.location.byte as usize..].len(), unit);

        // Changed, it becomes UTF-8 as a whole where it was UTF-16.
        let tree = collection.tree(1).expect("two games");
        collection.replace(1, tree).expect("two games");
        let again = sgf::parse(collection.to_bytes());
        assert_eq!(again.len(), 2);
        assert_eq!(comment(&again, 0), "黒\u{1F600}");
        assert!(again.charsets().all(|charset| charset.encoding == "UTF-8"));
    }
    let unmarked: Vec<u8> = "(;B[aa])".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(chosen(&sgf::parse(unmarked)), ("UTF-16LE", Chosen::FromBytes));
}

#[test]
fn games_of_one_file_may_differ() {
    let mut bytes = Vec::new();
    for (encoding, text) in TEXTS {
        bytes.extend(game(Some(encoding.name()), encoding, text));
        bytes.extend(b"\r\n");
    }
    bytes.extend(game(Some("utf-8"), UTF_8, "囲碁"));
    let mut collection = sgf::parse(bytes.clone());
    assert_eq!(collection.len(), 8);
    assert_eq!(collection.diagnostics(), []);
    for (index, (encoding, text)) in TEXTS.into_iter().enumerate() {
        assert_eq!(comment(&collection, index), text);
        let charset = collection.game(index).and_then(sgf::Game::charset);
        assert_eq!(charset.map(|c| c.encoding), Some(encoding.name()));
    }
    assert_eq!(comment(&collection, 7), "囲碁");
    assert_eq!(collection.to_bytes(), bytes);

    // One game is changed; the others keep their old bytes.
    let mut tree = collection.tree(2).expect("there are eight");
    let root = tree.root();
    tree.at(root).comment("囲碁 바둑 围棋");
    collection.replace(2, tree).expect("there are eight");
    let written = collection.to_bytes();
    for index in [0usize, 1, 3, 4, 5, 6] {
        let (encoding, text) = TEXTS[index];
        let original = game(Some(encoding.name()), encoding, text);
        assert!(written.windows(original.len()).any(|window| window == original));
    }
    let again = sgf::parse(written);
    assert_eq!(comment(&again, 2), "囲碁 바둑 围棋");
    assert_eq!(comment(&again, 3), TEXTS[3].1);
}

#[test]
fn an_old_file_without_declarations_may_be_changed_in_part() {
    let text = TEXTS[1].1;
    let old = game(None, GB18030, text);
    let file = [old.as_slice(), &old, &old].join(b"\n".as_slice());
    for changed in 0..3 {
        let mut collection = sgf::parse(file.clone());
        let mut tree = collection.tree(changed).expect("three games");
        let root = tree.root();
        tree.at(root).comment("新的说明：白棋已经活了。");
        collection.replace(changed, tree).expect("three games");
        let written = collection.to_bytes();
        let kept = written.windows(old.len()).filter(|&window| window == old).count();
        assert_eq!(kept, 2, "the others are as they were");
        let again = sgf::parse(written);
        for index in 0..3 {
            let wanted =
                if index == changed { "新的说明：白棋已经活了。" } else { text };
            assert_eq!(comment(&again, index), wanted, "changed {changed}");
        }
    }
}

#[test]
fn damage_is_shown_and_said() {
    // One byte of the third character is missing.
    let mut bytes = "(;CA[UTF-8]C[囲碁の本です])".as_bytes().to_vec();
    bytes.remove(20);
    let collection = sgf::parse(bytes.clone());
    assert_eq!(comment(&collection, 0), "囲碁\u{fffd}本です");
    assert!(collection.has_errors());
    assert_eq!(collection.to_bytes(), bytes);

    let collection = sgf::parse("(;CA[klingon]C[囲碁])");
    assert_eq!(comment(&collection, 0), "囲碁");
    assert_eq!(collection.diagnostics().len(), 1);
}

#[test]
fn a_label_inside_a_value_is_no_declaration() {
    // What looks like CA[GBK] is text; the real one says UTF-8.
    for text in ["(;GN[(CA[GBK]CA[UTF-8]C[é])", "(;C[x;CA[Big5 ]CA[utf8]PB[é\u{1b}])"] {
        let collection = sgf::parse(text);
        assert!(!collection.has_errors(), "{text}");
        assert!(collection.charsets().all(|charset| charset.encoding == "UTF-8"), "{text}");
    }
}
