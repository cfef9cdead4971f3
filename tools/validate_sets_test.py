# SPDX-License-Identifier: Apache-2.0
"""Tests that the probe sets obey their rules, and that each kind of damage is found."""

import re
import statistics
import sys
import tomllib
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import validate_sets as v
from set_rules import distances, fusions, negation, whole, words

# A row that obeys the rules of its set.
GOOD = {
    "triplets/negation-detection": {
        "S": "The plumber mended the tap before noon.",
        "S+": "The plumber repaired the tap before noon.",
        "S*": "The plumber did not mend the tap before noon.", "domain": "home"},
    "triplets/negation-variants": {
        "S": "A potter is turning a bowl on the wheel.",
        "S+": "A potter isn't turning a bowl on the wheel.",
        "S*": "There is no potter turning a bowl on the wheel.", "domain": "crafts"},
    "triplets/clause-relatedness": {
        "S": "The builder thinks the roof will hold tonight.",
        "S+": "The roof will hold tonight.",
        "S*": "The builder does not think the roof will hold tonight.",
        "domain": "home", "order": "saying-first"},
    "triplets/argument-sensitivity": {
        "S": "The nurse thanked the surgeon warmly.",
        "S+": "The surgeon was thanked warmly by the nurse.",
        "S*": "The surgeon thanked the nurse warmly.", "domain": "health", "passive": "full"},
    "triplets/fixed-point-reorder": {
        "S": "She bought a new kettle at the market.",
        "S+": "She purchased a new kettle at the market.",
        "S*": "kettle at the market She bought a new.", "domain": "home", "form": "word"},
    "triplets/negation-detection-nl": {
        "S": "De loodgieter heeft de kraan gerepareerd.",
        "S+": "De loodgieter heeft de kraan weer in orde gebracht.",
        "S*": "De loodgieter heeft de kraan niet gerepareerd.", "domain": "home"},
    "triplets/negation-variants-nl": {
        "S": "Een schaal werd gedraaid op de schijf.",
        "S+": "Een schaal werd niet gedraaid op de schijf.",
        "S*": "Er werd geen schaal gedraaid op de schijf.", "domain": "crafts"},
    "triplets/clause-relatedness-nl": {
        "S": "De dakdekker meldt dat het dak vanavond instort.",
        "S+": "Het dak stort vanavond in.",
        "S*": "De dakdekker meldt niet dat het dak vanavond instort.",
        "domain": "home", "order": "saying-first"},
    "triplets/argument-sensitivity-nl": {
        "S": "De zuster lachte de chirurg hartelijk uit.",
        "S+": "De chirurg werd hartelijk door de zuster uitgelachen.",
        "S*": "De chirurg lachte de zuster hartelijk uit.", "domain": "health", "passive": "full"},
    "triplets/fixed-point-reorder-nl": {
        "S": "Zij kocht een nieuwe ketel op de markt.",
        "S+": "Op de markt kocht zij een andere ketel.",
        "S*": "ketel op de markt Zij kocht een nieuwe.", "domain": "home", "form": "syntax"},
    "heros/en": {
        "Original": "The guide told us that the bridge over the old canal was safe.",
        "Synonym": "The guide told us that the bridge over the old canal was secure.",
        "Antonym": "The guide told us that the bridge over the old canal was dangerous.",
        "Random": "The guide told us that the bridge over the old canal was purple.",
        "Typo": "The guide told us that the bridge over the old canal was saef.",
        "Negation (main)": "The guide did not tell us that the bridge over the old canal was safe.",
        "Negation (antonym)": "The guide told us that the bridge over the old canal was not safe.",
        "domain": "travel"},
    "heros/nl": {
        "Original": "De gids zei dat de brug over het oude kanaal veilig was.",
        "Synonym": "De gids zei dat de brug over het oude kanaal betrouwbaar was.",
        "Antonym": "De gids zei dat de brug over het oude kanaal gevaarlijk was.",
        "Random": "De gids zei dat de brug over het oude kanaal paars was.",
        "Typo": "De gids zei dat de brug over het oude kanaal vielig was.",
        "Negation (main)": "De gids zei niet dat de brug over het oude kanaal veilig was.",
        "Negation (antonym)": "De gids zei dat de brug over het oude kanaal niet veilig was.",
        "domain": "travel"},
    "sets/en": {
        "prev": "The town of Harlow Ferry has decided that it will close its 12 parks at the end of June.",
        "curr": "A retired plumber, Dov Lessing, will stand for mayor of the town in autumn.",
        "next": "Bus drivers, for their part, have now called off the strike that they had planned for Friday.",
        "s1": "Harlow Ferry will close its 12 parks at the end of June, and a former plumber, Dov Lessing, wants "
              "the office of mayor in autumn.",
        "s2": "Retired plumber Dov Lessing will stand for mayor in the autumn, and bus drivers have called "
              "off Friday's planned strike.",
        "register": "news", "kept": "yes"},
    "sets/nl": {
        "prev": "De gemeente Harlo heeft besloten dat zij haar 12 parken aan het eind van juni zal sluiten.",
        "curr": "De gepensioneerde loodgieter Dov Lessing is in de herfst kandidaat voor het ambt van burgemeester.",
        "next": "De buschauffeurs hebben de staking die zij voor vrijdag in het hele dal hadden gepland, weer afgezegd.",
        "s1": "Harlo sluit eind juni haar 12 parken, en oud-loodgieter Dov Lessing wil in het najaar burgemeester worden.",
        "s2": "De loodgieter Dov Lessing, met pensioen, stelt zich in de herfst verkiesbaar, en de buschauffeurs staken vrijdag "
              "in het dal toch niet.",
        "register": "news", "kept": "yes"},
    "curves/en": {"sentence": "The gardener cut the long hedge.", "domain": "home", "register": "news"},
    "curves/nl": {"sentence": "De tuinman knipte de lange heg.", "domain": "home", "register": "news"},
    "curves/en-forms": {
        "sentence": "Who cut the long hedge?", "form": "question", "domain": "home", "register": "everyday"},
    "curves/nl-forms": {
        "sentence": "heggenschaar op batterij", "form": "phrase", "domain": "home", "register": "everyday"},
}
# Other rows that obey them: (set, cells that differ from the good row's).
ALSO_GOOD = [
    ("triplets/negation-detection", {  # S has the not
        "S": "The plumber did not mend the tap before noon.",
        "S+": "The plumber did not repair the tap before noon.",
        "S*": "The plumber mended the tap before noon."}),
    ("triplets/negation-variants", {  # no form of be
        "S": "A farmer drives past the old mill.",
        "S+": "A farmer does not drive past the old mill.",
        "S*": "There is no farmer driving past the old mill."}),
    ("triplets/negation-variants", {  # a relative clause
        "S": "A hacker stole the old passwords.",
        "S+": "A hacker did not steal the old passwords.",
        "S*": "There was no hacker who stole the old passwords."}),
    ("triplets/clause-relatedness", {  # the clause first
        "S": '"We painted the shed ourselves," he said.',
        "S+": "We painted the shed ourselves.",
        "S*": '"We did not paint the shed ourselves," he said.', "order": "clause-first"}),
    ("triplets/negation-detection", {  # a synonym of several words, around the object
        "S": "The shop will refund the full price.",
        "S+": "The shop will give you all your money back.",
        "S*": "The shop won't refund the full price."}),
    ("triplets/fixed-point-reorder", {  # another syntax
        "S+": "At the market, a new kettle was bought by her.", "form": "syntax"}),
    ("triplets/negation-detection-nl", {  # S has the geen
        "S": "De loodgieter heeft geen kraan gerepareerd.",
        "S+": "De loodgieter heeft geen kraan in orde gebracht.",
        "S*": "De loodgieter heeft een kraan gerepareerd."}),
    ("triplets/clause-relatedness-nl", {  # the same words, the verb last
        "S": "Wij zagen dat de lamp in de gang brandde.", "S+": "De lamp in de gang brandde.",
        "S*": "Wij zagen niet dat de lamp in de gang brandde."}),
    ("triplets/clause-relatedness-nl", {  # the clause first
        "S": '"Wij verfden de schuur zelf", zei hij.',
        "S+": "Wij verfden de schuur zelf.",
        "S*": '"Wij verfden de schuur niet zelf", zei hij.', "order": "clause-first"}),
    ("heros/en", {  # a verb, a particle, the same negation twice
        "Original": "My uncle opened an expensive shop beside the station last summer.",
        "Synonym": "My uncle set up an expensive shop beside the station last summer.",
        "Antonym": "My uncle closed an expensive shop beside the station last summer.",
        "Random": "My uncle painted an expensive shop beside the station last summer.",
        "Typo": "My uncle opned an expensive shop beside the station last summer.",
        "Negation (main)": "My uncle did not open an expensive shop beside the station last summer.",
        "Negation (antonym)": "My uncle did not open an expensive shop beside the station last summer."}),
    ("heros/en", {  # articles that change with the word after them
        "Original": "My uncle opened a cheap shop beside the station last summer.",
        "Synonym": "My uncle opened an inexpensive shop beside the station last summer.",
        "Antonym": "My uncle opened an expensive shop beside the station last summer.",
        "Random": "My uncle opened an old shop beside the station last summer.",
        "Typo": "My uncle opened a chaep shop beside the station last summer.",
        "Negation (main)": "My uncle did not open a cheap shop beside the station last summer.",
        "Negation (antonym)": "My uncle opened a not cheap shop beside the station last summer."}),
]
ND, NV, CR, AS, FP = (f"triplets/{name}" for name in (
    "negation-detection", "negation-variants", "clause-relatedness", "argument-sensitivity",
    "fixed-point-reorder"))
ND_NL, NV_NL, CR_NL, AS_NL, FP_NL = (f"{name}-nl" for name in (ND, NV, CR, AS, FP))
TRIPLETS = [name for name in v.SETS if name.startswith("triplets")]
EN, NL, SETS, SETS_NL, C_EN, C_NL = "heros/en", "heros/nl", "sets/en", "sets/nl", "curves/en", "curves/nl"
BRIDGE = "told us that the bridge over the old canal was"

# (set, column, its new text or a pair (old, new) within it, part of the message)
ROW_DAMAGE = [
    # any set
    (ND, "S", ("The plumber", "The  plumber"), "double space"),
    (ND, "S", ("noon.", "noon. "), "trailing space"),
    (ND, "S", ("mended ", "mended\u00a0"), "white-space"),
    (ND, "S", ("noon", "cafe\u0301"), "NFC"),
    (ND, "S", ("the tap", 'the "tap'), "quotes"),
    (SETS, "curr", ("mayor", "“mayor”"), "curly"),
    (ND, "S", ("The", "the"), "S does not start with a capital"),
    (ND, "S", ("noon.", "noon"), "S does not end in"),
    (ND, "S", ("noon.", "noon!"), "do not end in the same mark"),
    (ND, "S", "The plumber mended it.", "S has 4 words, not 5 to 24"),
    (ND, "S", ("noon", "noon" + " and noon" * 9), "S has 25 words"),
    (ND, "S", "The plumber repaired the tap before noon.", "S and S+ are the same letters"),
    (ND, "domain", "Home", "not one lower-case word"),
    # triplets
    (ND, "S+", "The plumber quickly and very quietly repaired that leaking, dripping tap before noon.", "1 to 7 words of S+"),
    (ND, "S+", "A builder mended the kitchen sink at noon.", "1 to 4 words of S,"),
    (ND, "S+", "The plumber mended the tap just before noon.", "one region"),
    (ND, "S+", "The plumber didn't mend the tap before noon.", "polarity"),
    (ND, "S*", "The plumber broke the tap before noon.", "exactly one of S and S*"),
    (ND, "S*", "The plumber did not not mend the tap before noon.", "exactly one of S and S*"),
    (ND, "S*", "The plumber did not mend a tap before noon.", "more than the negation"),
    (ND, "S*", "The plumber did not mended the tap before noon.", "more than the negation"),
    (ND, "S*", "The plumber never mended the tap before noon.", "S* has 'never'"),
    (NV, "S", ("A potter", "The potter"), "S does not start with a or an"),
    (NV, "S", ("is turning", "is not turning"), "S has 'not'"),
    (NV, "S+", ("isn't turning", "is shaping"), "exactly one of S and S+"),
    (NV, "S+", ("potter", "painter"), "more than the negation"),
    (NV, "S*", "No potter is turning a bowl on the wheel.", "does not start with There"),
    (NV, "S*", ("potter", "painter"), "remaining words"),
    (NV, "S*", ("There is", "There was"), "S has is but"),
    (NV, "S*", ("potter", "potter not"), "S* has 'not'"),
    (CR, "S+", "The roof might hold tonight.", "contiguous"),
    (CR, "S+", "The builder thinks the roof will hold tonight!", "S+ is all of S"),
    (CR, "S*", "The builder thinks the roof will not hold tonight.", "first verb"),
    (CR, "S*", "The builder doubts the roof will hold tonight.", "exactly one of S and S*"),
    (CR, "order", "clause-first", "the clause makes it 'saying-first'"),
    (CR, "order", "neither", "not one of saying-first, clause-first"),
    (AS, "S*", ("The surgeon", "The Surgeon"), "exactly the same words"),
    (AS, "S*", ("the nurse", "a nurse"), "exactly the same words"),
    (AS, "S*", "The nurse thanked the surgeon, warmly.", "in the same order"),
    (AS, "S+", "The surgeon had warm thanks by the nurse.", "be or get"),
    (AS, "S+", "The surgeon was thanked warmly.", "needs by"),
    (AS, "S+", "The doctor was helped warmly by the nurse.", "lacks words"),
    (AS, "passive", "agentless", "has by"),
    (AS, "passive", "none", "not one of full, agentless"),
    (FP, "S*", "kettle at the market she bought a new.", "not a rotation"),
    (FP, "S*", "at the market kettle She bought a new.", "not a rotation"),
    (FP, "S*", "bought a new kettle at the market She.", "fewer than 2"),
    (FP, "S*", "market She bought a new kettle at the.", "fewer than 2"),
    (FP, "S+", "She bought a new kettle, at the market.", "0 word edits"),
    (FP, "S+", "He then purchased a modern kettle at the market.", "4 word edits"),
    (FP, "form", "syntax", "1 word edits from S, not 2 to 24"),
    (FP, "form", "other", "not one of word, syntax"),
    (FP, "S+", "She purchased a copper pot at the market.", "keeps 1 of the 4 content words"),
    (FP, "S+", "She didn't buy a new kettle at the market.", "S+ has 'not'"),
    (FP, "S+", "She bought no new kettle at the market.", "S+ has 'no'"),
    # Dutch triplets
    (ND_NL, "S+", ("heeft", "heeft niet"), "polarity"),
    (ND_NL, "S*", ("niet gerepareerd", "gerepareerd"), "exactly one of S and S*"),
    (ND_NL, "S*", ("niet", "nooit"), "S* has 'nooit'"),
    (ND_NL, "S*", ("de kraan niet", "de kranen niet"), "more than the negation"),
    (NV_NL, "S", ("Een", "De"), "S does not start with een"),
    (NV_NL, "S+", ("Een schaal werd niet", "Geen schaal werd"), "S+ has 'geen'"),
    (NV_NL, "S*", "Geen schaal werd gedraaid op de schijf.", "does not start with Er, a verb and geen"),
    (NV_NL, "S*", ("werd", "wordt"), "does not share the verb"),
    (NV_NL, "S*", ("schijf", "bank"), "remaining words"),
    (CR_NL, "S+", "Het dak stort morgen in.", "not a contiguous part"),
    (CR_NL, "S+", "Het dak valt vanavond in.", "not a contiguous part"),
    (CR_NL, "S*", "De dakdekker meldt dat het dak vanavond niet instort.", "first verb"),
    (CR_NL, "order", "clause-first", "the clause makes it 'saying-first'"),
    (AS_NL, "S*", ("De chirurg", "Een chirurg"), "exactly the same words"),
    (AS_NL, "S+", ("werd", "had"), "no form of worden or zijn"),
    (AS_NL, "S+", (" door de zuster", ""), "needs door"),
    (AS_NL, "S+", ("hartelijk door de zuster", "door de dokter"), "lacks words of S: hartelijk, lachte, zuster"),
    (AS_NL, "passive", "agentless", "has door"),
    (FP_NL, "S*", "ketel op de markt zij kocht een nieuwe.", "not a rotation"),
    (FP_NL, "S+", ("een andere", "geen andere"), "S+ has 'geen'"),
    # heros
    (EN, "Original", ("safe.", "safe?"), "does not end in . or !"),
    (EN, "Antonym", ("guide told", "guide, told"), "does not have the marks of Original"),
    (EN, "Original", (" that the bridge over the old canal", ""), "6 words, not 9 to 24"),
    (EN, "Original", (" old", " very" * 12 + " old"), "25 words"),
    (EN, "Synonym", ("secure", "safe"), "Original and Synonym are the same"),
    (EN, "Synonym", ("secure", "dangerous"), "Synonym and Antonym are the same"),
    (EN, "Synonym", ("guide", "leader"), "one region"),
    (EN, "Synonym", ("secure", "safe enough for us"), "one region"),
    (EN, "Antonym", (f"guide {BRIDGE} dangerous", f"leader {BRIDGE} safe"), "does not replace 'safe'"),
    (EN, "Antonym", ("was dangerous", "stays dangerous"), "replaces more than 'safe'"),
    (EN, "Random", ("purple", "dangerous"), "Random has the same word as Antonym"),
    (EN, "Random", ("purple", "safes"), "Random has the same word as Original"),
    (EN, "Typo", ("saef", "slow"), "'slow' is 3 edits"),
    (EN, "Typo", ("saef", "very saef"), "Typo must differ"),
    (EN, "Typo", ("was saef", "wsa saef"), "Typo must differ"),
    (EN, "Negation (main)", ("did not tell", "told"), "one more negation, found 0 and 0"),
    (EN, "Negation (main)", ("was safe", "was not safe"), "found 0 and 2"),
    (EN, "Negation (main)", ("did not tell", "did not told"), "more than the negation"),
    (EN, "Negation (main)", ("the old", "an old"), "more than the negation"),
    (EN, "Negation (antonym)", ("not safe", "not secure"), "more than the negation"),
    (EN, "Negation (antonym)", (f"{BRIDGE} not", f"did not {BRIDGE}".replace("told", "tell")),
     "does not negate 'safe'"),
    (NL, "Negation (main)", ("zei niet", "zei"), "one more negation, found 0 and 0"),
    (NL, "Random", ("paars", "gevaarlijk"), "same word as Antonym"),
    # sets
    (SETS, "curr", "A retired plumber stands. He wants to be mayor of it.", "two sentences"),
    (SETS, "curr", "A retired plumber stands for mayor today.", "7 words, not 8 to 32"),
    (SETS, "curr", "A plumber" + " and a mayor" * 11 + ".", "35 words"),
    (SETS, "s1", ("will close", "now" + " now" * 15 + " will close"), "41 words, not 10 to 38"),
    (SETS, "kept", "maybe", "not one of yes, no"),
    (SETS, "kept", "no", "'no' where yes is due: the Jaccard index of a pair is 0.0"),
    (SETS, "next", "Bus drivers will stand by the retired plumber, Dov Lessing, in the autumn.", "where no is due"),
    (SETS, "s1", ("a former plumber, Dov Lessing, wants the office of", "retired plumber Dov Lessing will stand for"),
     "5 of the 6 content words of curr are in s1 and s2, more than 75%: autumn, mayor, plumber, retir, stand"),
    (SETS, "register", "poetry", "not one of news"),
    (SETS, "s1", ("will close", "now" + " now" * 11 + " will close"), "more than 0.85"),
    (SETS, "s1", "Harlow Ferry will close its 12 parks at the end of June.", "content words of curr"),
    (SETS, "s2", "Retired plumber Dov Lessing will stand for mayor in the autumn.", "content words of next"),
    (SETS, "s1", ("12 parks", "13 parks"), "number of its own: 13"),
    (SETS, "s1", ("12 parks", "twelve parks"), "number of its own: twelve"),
    (SETS, "s1", ("of June", "of July"), "name of its own: juli"),
    (SETS, "s1", ("Lessing", "Lessing of Corham"), "name of its own: corham"),
    (SETS, "s1", "Parks have playgrounds, fountains, meadows, ponds, statues, fences, benches and gates, "
     "thanks to plumber Lessing.", "content words of its own"),
    (SETS, "curr", GOOD[SETS]["prev"].upper().replace(" ", ", ").replace(".", "!"),
     "prev and curr are the same letters"),
    (SETS, "next", GOOD[SETS]["curr"].replace("for mayor", "FOR mayor"), "curr and next are the same letters"),
    (SETS, "curr", "The town of Harlow Ferry will close its last swimming pool before the end of July.",
     "prev and curr share"),
    (SETS_NL, "curr", "De loodgieter Dov Lessing," + " een man" * 12 + ".", "28 words, not 8 to 25"),
    (SETS_NL, "s1", ("12 parken", "twaalf parken"), "number of its own: twaalf"),
    (SETS_NL, "s1", ("najaar", "najaar in Corham"), "name of its own: corham"),
    (SETS_NL, "kept", "no", "'no' where yes is due: the Jaccard index of a pair is 0.0"),
    (SETS_NL, "s1", "Gepensioneerde loodgieter Dov Lessing is in de herfst kandidaat voor burgemeester van de stad.",
     "content words of prev"),
    # curves
    ("curves/en-forms", "form", "title", "form 'title' is not one of question, phrase, long"),
    ("curves/en-forms", "form", "long", "5 words, not 31 to 45 of a long"),
    ("curves/en-forms", "sentence", "Who cut the long hedge", "ends in '', not as a question"),
    ("curves/en-forms", "sentence", "Why did nobody cut the hedge?", "'nobody', one of the negations"),
    ("curves/nl-forms", "sentence", "heggenschaar: op batterij", "a mark other"),
    (C_EN, "sentence", "The lamp in the hall was not lit.", "'not', one of the negations"),
    (C_EN, "sentence", "My aunt didn't sell the boat.", "'not', one of the negations"),
    (C_NL, "sentence", "De lamp in de gang brandde niet.", "'niet', one of the negations"),
    (C_NL, "sentence", "Wij hebben thuis geen televisie.", "'geen', one of the negations"),
    (C_EN, "sentence", "Can you open the gate tomorrow.", "'can', one of the questions"),
    (C_NL, "sentence", "Waarom is de brug zo laag.", "'waarom', one of the questions"),
    (C_EN, "sentence", "the gardener cut the long hedge.", "capital"),
    (C_EN, "sentence", "The gardener cut the long hedge", "does not end in ."),
    (C_EN, "sentence", "The gardener cut the long hedge. He rested.", "a mark other"),
    (C_EN, "sentence", "The gardener cut: hedge, lawn and rose.", "a mark other"),
    (C_EN, "sentence", "The gardener  cut the long hedge.", "double space"),
    (C_EN, "sentence", "Swans hiss.", "2 words"),
    (C_EN, "sentence", "A swan " + "and a swan " * 12 + "hissed.", "39 words"),
    (C_NL, "sentence", "Een zwaan blies naar het hondje\u0301 van de buren.", "NFC"),
    (C_EN, "register", "poetry", "not one of news"),
]


def row_problems(name, cells):
    return list(v.check_row(v.rules_of(name), v.Row(2, {**GOOD[name], **cells})))


def has(found, part):
    return any(part in problem for problem in found)


@pytest.mark.parametrize("name, cells", [*((name, {}) for name in GOOD), *ALSO_GOOD])
def test_a_good_row_has_no_problem(name, cells):
    assert row_problems(name, cells) == []


@pytest.mark.parametrize("name, column, change, part", ROW_DAMAGE)
def test_a_damaged_row_is_found(name, column, change, part):
    before = GOOD[name][column]
    assert isinstance(change, str) or change[0] in before
    now = change if isinstance(change, str) else before.replace(*change)
    assert has(row_problems(name, {column: now}), part)


def test_every_rule_is_in_use_and_every_damage_of_a_row_is_tried():
    used = {rule for name in v.SETS for rule in v.rules_of(name)["rows"]}
    assert used == set(v.row_rules.RULES)
    assert {rule for name in v.SETS for rule in v.rules_of(name)["whole"]} == set(whole.RULES) - {"numbered"}
    assert {name for name, *_ in ROW_DAMAGE} == set(v.SETS)


def test_the_limits_of_a_fusion_are_themselves_allowed():
    good = GOOD[SETS]
    n = int(0.85 * sum(len(good[c].split()) for c in ("prev", "curr")))
    pad = " now" * (n - len(good["s1"].split()))
    assert row_problems(SETS, {"s1": good["s1"].replace(" will", pad + " will")}) == []


# ---------------------------------------------------------------- whole sets

@pytest.fixture(scope="module", autouse=True)
def each_row_is_checked_once():
    """A damaged copy of a set shares most of its rows with it, so the problems of a row are remembered."""
    with pytest.MonkeyPatch.context() as patch:
        known, check = {}, v.check_row

        def check_once(table, row):
            key = (id(table), row.line, *row.cells.values())
            if key not in known:
                known[key] = list(check(table, row))  # rules_of() holds its tables, so ids stay
            return known[key]
        patch.setattr(v, "check_row", check_once)
        yield


def copied(name, folder):
    """Copy a set's files to a folder. Return the path."""
    path = v.path_of(name)
    for file in (path, path.with_suffix(".labels.tsv")):
        if file.exists():
            (folder / file.name).write_bytes(file.read_bytes())
    return folder / path.name


def cells_of(lines, row, column):
    return lines[row].split("\t"), lines[0].split("\t").index(column)


def put(row, column, value):
    """Return a change: one cell of a table gets a value, or another row's (row, column)."""
    def change(lines):
        cells, at = cells_of(lines, row, column)
        if isinstance(value, tuple):
            other, of = cells_of(lines, *value)
            cells[at] = other[of]
        else:
            cells[at] = value
        return [*lines[:row], "\t".join(cells), *lines[row + 1 :]]
    return change


def put_all(column, value, rows=slice(1, None)):
    """Return a change: a column has one value in these rows."""
    def change(lines):
        for row in range(*rows.indices(len(lines))):
            lines = put(row, column, value)(lines)
        return lines
    return change


def begun(column, text, rows):
    """Return a change: the cells of a column begin with a text."""
    def change(lines):
        for row in range(1, rows + 1):
            cells, at = cells_of(lines, row, column)
            lines = put(row, column, f"{text} {cells[at]}")(lines)
        return lines
    return change


def cut(n):
    return lambda lines: lines[:n]


def negated_all(lines):
    """Exchange Original and Negation (main), so that each takes a negation away."""
    for row in range(1, len(lines)):
        original, at = cells_of(lines, row, "Original")
        cells, to = cells_of(lines, row, "Negation (main)")
        cells[at], cells[to] = original[to], original[at]
        lines = [*lines[:row], "\t".join(cells), *lines[row + 1 :]]
    return lines


def exchanged(a, b):
    """Return a change: two columns change places."""
    def change(lines):
        head = lines[0].split("\t")
        i, j = head.index(a), head.index(b)
        rows = [line.split("\t") for line in lines[1:]]
        for cells in rows:
            cells[i], cells[j] = cells[j], cells[i]
        return [lines[0], *("\t".join(cells) for cells in rows)]
    return change


def pasted(lines):
    """Make each fusion its two sources, one after the other."""
    head = lines[0].split("\t")
    found = [dict(zip(head, line.split("\t"))) for line in lines[1:]]
    for row in found:
        row |= {"s1": f"{row['prev']} {row['curr']}", "s2": f"{row['curr']} {row['next']}"}
    return [lines[0], *("\t".join(row.values()) for row in found)]


def one_frame(lines):
    for row in range(1, 17):
        lines = put(row, "S", f"The {'abcdefghijklmnop'[row - 1]}tower has been painted.")(lines)
    return lines


def one_frame_of_pairs(lines):
    for row in range(1, 32):
        lines = put(row, "Original", f"The {chr(96 + (row + 1) // 2)}{'xy'[row % 2]}tower has been painted.")(lines)
    return lines


def one_word(lines):
    for row in range(1, 22):
        lines = put(row, "Original", f"Tower {row} was repainted.")(lines)
        lines = put(row, "Typo", f"Tower {row} was repanited.")(lines)
    return lines


def one_verb(lines):
    for row in range(1, 12):
        lines = put(row, "S", f"Tower {row} has not been repainted.")(lines)
    return lines


def one_denied(lines):
    for row in range(1, 6):
        lines = put(row, "S+", f"Een huis {row} is niet geschilderd.")(lines)
    return lines


def one_reworded(lines):
    for row in range(1, 6):
        lines = put(row, "S", f"Zij hebben huis {row} geschilderd.")(lines)
        lines = put(row, "S+", f"Zij hebben huis {row} geverfd.")(lines)
    return lines


def monotonous(lines):
    return [f"The old miller number {n} kept {n * 7} brown hens." for n in range(120)] + lines[120:]


CUT, EXCHANGED, ONE_DOMAIN = cut(100), exchanged("S+", "S*"), put_all("domain", "home")
# (set, change of the file's lines, part of the message)
SET_DAMAGE = [
    *((name, CUT, "fewer than") for name in v.SETS),
    (ND_NL, one_reworded, "'schilder-' is replaced in 5 rows, more than 4"),
    (NV_NL, one_denied, "the verb 'schilder-' is negated in 5 rows, more than 4"),
    (ND_NL, put(3, "id", "nd-003"), "where nd-nl-003 is due"),
    (ND, put(0, "S+", "S2"), "the header is not"),
    (ND, put(3, "domain", "home\tx"), "6 columns, not 5"),
    (ND, put(3, "domain", ""), "an empty column"),
    (SETS, put(3, "curr", " "), "an empty column"),
    (ND, put(3, "id", (1, "id")), "id is also on line 2"),
    (EN, put(3, "id", "hn-003"), "where he-003 is due"),
    (SETS, put(3, "id", "st-004"), "where st-003 is due"),
    (ND, put(5, "S*", (2, "S")), "S* is also on line 3"),
    (EN, put(5, "Random", (2, "Synonym")), "Random is also on line 3"),
    (SETS, put(5, "next", (2, "prev")), "next is also on line 3"),
    (FP, ONE_DOMAIN, "1 values of domain, fewer than 12"),
    (FP, ONE_DOMAIN, "rows, more than 15%"),
    (ND, begun("S", "Then they all", 4), "4 S start with 'then they all', more than 3"),
    (EN, begun("Original", "Then they all", 4), "4 Original start with 'then they all', more than 3"),
    (SETS, begun("curr", "It is there,", 4), "4 curr start with 'it is there', more than 3"),
    (ND, begun("S*", "Zeppelins, said he,", 26), "content word 'zeppelin-' is in 26 rows, more than 25"),
    (ND, one_frame, "16 S have the frame 'the _ has been _', more than 15"),
    (ND, one_verb, "the verb 'repaint-' is negated in 11 rows, more than 10"),
    (ND, EXCHANGED, "the bag of words is 0."),
    (ND, EXCHANGED, "the token edits is 0."),
    (NV, exchanged("S", "S*"), "the bag of words is 1, not 0 to 0.25"),
    (FP, put_all("form", "word"), "are by syntax, not 45% to 75%"),
    (EN, begun("Original", "Zeppelins, said he,", 60), "content word 'zeppelin-' is in 60 rows, more than 52"),
    (EN, one_frame_of_pairs, "31 Original have the frame 'the _ has been _', more than 30"),
    (EN, one_word, "'repaint-' is replaced in 21 rows, more than 20"),
    (ND, begun("S", "That is not so:", 60), "have a not in S, not 10% to 20%"),
    (CR, put_all("order", "clause-first", slice(1, 420)), "are saying-first, not 33% to 100%"),
    (AS, put_all("passive", "agentless", slice(1, 150)), "are agentless, not 0% to 20%"),
    (SETS, put_all("register", "news", slice(1, 60)), "are news, not 22% to 28%"),
    (SETS, begun("s1", "Very" + " very" * 11, 500), "the median length ratio is"),
    (SETS, begun("s1", "Briefly, and", 120), "rows have ', and' in s1, not 0% to 25%"),
    (SETS, begun("s2", "While there,", 60), "rows have while in s2, not 0% to 10%"),
    (SETS, put_all("s2", "The lamp was mended by her aunt in the old kitchen."), "500 s2 have the frame"),
    (SETS, put_all("curr", "Lamps."), "the spread of words is"),
    (SETS, pasted, "the mean told alike is 1, not 0 to 0.5"),
    (SETS, pasted, "the bag overlaps is"),
    (SETS, pasted, "the bag differences is"),
    (SETS_NL, put(3, "id", "st-003"), "where st-nl-003 is due"),
    (SETS_NL, begun("s1", "In het kort, en", 60), "rows have ', en' in s1, not 0% to 25%"),
    (SETS_NL, pasted, "the mean told alike is 1, not 0 to 0.5"),
    (SETS_NL, pasted, "the bag differences is"),
    (EN, put(3, "Typo", (3, "Synonym")), "is a word of the set"),
    (EN, negated_all, "have a negation in Original that Negation (main) takes away, not 5% to 20%"),
    (EN, begun("Random", "x y z " * 3, 1000), "the mean rouge 1 is"),
    (C_EN, monotonous, "has more than 50% of its words in common with line 1"),
    (C_EN, monotonous, "sentence start with 'the'"),
    (C_EN, monotonous, "sentence start with 'the old'"),
    (C_EN, monotonous, "sentence start with 'the old miller'"),
    (C_EN, monotonous, "content word 'miller-' is in 120 rows"),
    (C_EN, monotonous, "rows have digits, not 0% to 2%"),
    (C_EN, monotonous, "rows have 15 to 19 words, not 18% to 100%"),
    (C_NL, lambda lines: lines[:-1], "470 rows in nl.labels.tsv for 469 sentences"),
]


@pytest.fixture(scope="module")
def damaged(tmp_path_factory):
    """Returns the problems of a set after a change, which several cases look at."""
    @cache
    def problems(name, change):
        path = copied(name, tmp_path_factory.mktemp("damaged"))
        lines = change(path.read_text(encoding="utf-8").splitlines())
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        if change is CUT and name.startswith("curves"):  # as many labels as sentences
            labels = path.with_suffix(".labels.tsv")
            labels.write_text("".join(labels.read_text(encoding="utf-8").splitlines(True)[:101]), encoding="utf-8")
        return [problem for _, problem in v.check_file(name, path)[1]]
    return problems


@pytest.mark.parametrize("name, change, part", SET_DAMAGE)
def test_a_damaged_set_is_found(damaged, name, change, part):
    assert has(damaged(name, change), part)


# (the whole file's bytes -> damaged ones, part of the message)
FILE_DAMAGE = [
    (lambda data: data.replace(b"\n", b"\r\n"), "carriage returns"),
    (lambda data: data[:-1], "no line end"),
    (lambda data: b"\xef\xbb\xbf" + data, "byte order mark"),
    (lambda data: data + b"caf\xe9\n", "not UTF-8"),
    (lambda data: b"", "header"),
]


@pytest.mark.parametrize("change, part", FILE_DAMAGE)
def test_a_damaged_file_is_found(tmp_path, change, part):
    path = copied(ND, tmp_path)
    path.write_bytes(change(path.read_bytes()))
    assert has((problem for _, problem in v.check_file(ND, path)[1]), part)


@pytest.mark.parametrize("change, part", [
    (lambda text: text.replace("everyday", "news"), "0 of 480 rows are everyday, not 12% to 100%"),
    (lambda text: text.replace("gardening", "cooking"), "times"),
    (lambda text: text.replace("domain\t", "subject\t", 1), "in en.labels.tsv: the header is not"),
])
def test_damaged_labels_are_found(tmp_path, change, part):
    path = copied(C_EN, tmp_path)
    labels = path.with_suffix(".labels.tsv")
    labels.write_text(change(labels.read_text(encoding="utf-8")), encoding="utf-8")
    assert has((problem for _, problem in v.check_file(C_EN, path)[1]), part)


def test_a_missing_file_is_found(tmp_path):
    assert has((problem for _, problem in v.check_file(ND, tmp_path / "none.tsv")[1]), "cannot be read")


# ---------------------------------------------------------------- words

@pytest.mark.parametrize("plain, negated", [
    ("The dog walks.", "The dog does not walk."),
    ("The dogs walk.", "The dogs don't walk."),
    ("The dogs walk.", "The dogs do not walk."),
    ("She carried it.", "She didn't carry it."),
    ("She stopped it.", "She did not stop it."),
    ("She had a car.", "She did not have a car."),
    ("She has a car.", "She doesn't have a car."),
    ("She did the dishes.", "She did not do the dishes."),
    ("She put it there.", "She did not put it there."),
    ("He understood it.", "He did not understand it."),
    ("She quickly left it.", "She did not quickly leave it."),
    ("She is here.", "She isn't here."),
    ("She's here.", "She's not here."),
    ("She's here.", "She isn't here."),
    ("He can swim.", "He cannot swim."),
    ("He can swim.", "He can't swim."),
    ("He will swim.", "He won't swim."),
    ("I'd gone.", "I hadn't gone."),
    ("Is she ready?", "Is she not ready?"),
])
def test_a_negated_auxiliary_is_recognised(plain, negated):
    for a, b in ((plain, negated), (negated, plain)):
        assert negation.negation_place(a, b, anywhere=False)
        assert negation.negation_place(a, b)


@pytest.mark.parametrize("plain, negated", [
    ("The dog walks.", "The dog not walks."),
    ("The dog walks.", "The dog did not walk."),
    ("The dog walks.", "The dog does not walks."),
    ("The dogs walked.", "The dogs do not walk."),
    ("The dog walked.", "The dog did not bark."),
    ("She is here.", "She isn't there."),
    ("She is here.", "She was not here."),
    ("He tried to leave.", "He tried not to leave."),
])
def test_what_is_no_negated_auxiliary_is_refused(plain, negated):
    assert negation.negation_place(plain, negated, anywhere=False) is None


@pytest.mark.parametrize("language, plain, negated, good", [
    ("en", "The dog walks home.", "The dog never walks home.", True),
    ("en", "Close the gate.", "Do not close the gate.", True),
    ("en", "It is an easy task.", "It is a not easy task.", True),
    ("en", "He asked me to stay.", "He asked me not to stay.", True),
    ("en", "The dog walked home.", "The dog does not walk home.", False),
    ("en", "The dog walked home.", "The dog did not bark home.", False),
    ("nl", "De hond loopt naar huis.", "De hond loopt niet naar huis.", True),
    ("nl", "De hond heeft een mand.", "De hond heeft geen mand.", True),
    ("nl", "De hond eet vlees.", "De hond eet geen vlees.", True),
    ("nl", "De hond loopt naar huis.", "De hond loopt nooit naar huis.", True),
    ("nl", "De hond heeft de mand.", "De hond heeft geen mand.", False),
    ("nl", "De hond loopt naar huis.", "De kat loopt niet naar huis.", False),
])
def test_a_negator_anywhere(language, plain, negated, good):
    assert (negation.negation_place(plain, negated, language) is not None) == good
    assert (negation.negation_place(negated, plain, language) is not None) == good


@pytest.mark.parametrize("source, other", [
    ("slides", "sliding"), ("slid", "slides"), ("carried", "carry"), ("stopped", "stops"),
    ("children", "child"), ("lost", "losing"), ("June's", "June"), ("wives", "wives'"),
    ("quick", "quickly"), ("twelve-year-old", "twelve-year-old's"),
])
def test_inflections_have_one_stem(source, other):
    assert words.content_words(source) == words.content_words(other) != set()


@pytest.mark.parametrize("source, other", [
    ("loopt", "lopen"), ("gesloopt", "slopen"), ("gebouwd", "bouwde"), ("huizen", "huis"), ("brieven", "brief"),
    ("geëvacueerd", "evacueert"), ("grote", "groot"), ("leiden", "leidde"), ("foto's", "foto")])
def test_dutch_inflections_have_one_stem(source, other):
    assert words.content_words(source, "nl") == words.content_words(other, "nl") != set()


def test_numbers_in_digits_and_words():
    assert fusions.numbers("In 2018's spring, twenty-nine of 3,900 came.", "en") == {
        "2018", "twenty", "nine", "3,900"}


@pytest.mark.parametrize("a, b, edits", [
    ("open", "opne", 1), ("open", "opn", 1), ("open", "oppen", 1), ("open", "open", 0),
    ("calm", "cakm", 1), ("", "ab", 2), ("mended", "mnedde", 2), ("ca", "abc", 3)])
def test_typing_distance(a, b, edits):
    assert words.typing_distance(a, b) == words.typing_distance(b, a) == edits


@pytest.mark.skipif(not whole.WORDNET.exists(), reason="no WordNet in /usr/share/wordnet")
@pytest.mark.parametrize("typo, real", [
    ("hoped", True), ("mornings", True), ("hopping", True), ("tries", True), ("clam", True),
    ("opned", False), ("saef", False), ("repaird", False), ("closeing", True)])
def test_words_of_wordnet_and_their_inflections(typo, real):
    assert bool(whole.load_wordnet().intersection(whole.base_forms(typo))) == real


@pytest.mark.parametrize("sentence, verb", [
    ("He has not been mending it.", ["mend"]), ("They haven't really met.", ["meet"]), ("He left.", [])])
def test_the_verb_that_is_negated(sentence, verb):
    assert whole.negated_verb({"S": sentence}, "en", ["S"]) == verb


def test_the_frame_of_a_sentence():
    assert whole.frame("The old plumber hasn't mended it.", "en") == "the _ _ _ _ it"


# ---------------------------------------------------------------- distances

def test_ties_of_word_counts_are_seen():
    """sqrt(1/2) by one dot product and by another."""
    to, near, far = ["a"], ["a", "b"], ["a", "a", "b", "b"]
    assert distances.bag_distance(to, near) == distances.bag_distance(to, far) == Fraction(-1, 2)
    assert distances.bag_distance(["a", "b"], ["b", "a"]) == -1
    assert distances.bag_distance(["a"], ["b"]) == 0


def test_shares_of_the_shallow_baselines():
    rows = [{"S": "He is up.", "S+": "He is awake.", "S*": "He isn't up."},  # the not is one word more
            {"S": "He left.", "S+": "She left.", "S*": "He did not leave."},
            {"S": "He left.", "S+": "She left.", "S*": "It left."}]  # a tie
    assert whole.bag_of_words(rows, "S", "S+", "S*") == pytest.approx(1 / 3)
    assert whole.token_edits(rows, "S", "S+", "S*") == pytest.approx(1 / 3)


def test_rouge_1():
    assert distances.rouge_1("A dog, a cat.", "a dog a cat") == 100
    assert distances.rouge_1("The cat sat.", "The cat didn't sit.") == pytest.approx(200 * 2 / (3 + 5))
    assert distances.rouge_1("one", "two") == 0


def test_word_pieces():
    vocabulary = frozenset(["open", "op", "##ned", "##n", "##ed", "a", "'", "cafe"])
    assert distances.tokens("Opned a café' x", vocabulary) == ["op", "##ned", "a", "cafe", "'", "[UNK]"]
    assert distances.token_distance("a open a a", "a opned a a", vocabulary) == pytest.approx(2 / 5)


@pytest.fixture
def vocabulary():
    """The published vocabulary. If it is missing, a test skips or fails."""
    if distances.load_vocabulary() is None:
        assert not distances.shared_data.MUST_RUN, f"{distances.VOCABULARY} is missing"
        pytest.skip(distances.shared_data.LACKING)
    return distances.load_vocabulary()


def test_a_sentence_too_far_from_its_original_is_found(vocabulary):
    assert has(row_problems(EN, {"Synonym": f"My uncle {'opened shops ' * 7}."}), "from Original, more than 0.45")


def test_a_missing_vocabulary_is_told_and_may_be_a_problem(monkeypatch):
    monkeypatch.setattr(whole, "load_vocabulary", lambda: None)
    monkeypatch.setattr(whole.shared_data, "MUST_RUN", False)
    rows = [v.Row(2, GOOD[EN])]
    table = {**v.rules_of(EN), "whole": {}, "id": "he"}
    rows[0].cells["id"] = "he-001"
    assert list(v.check_whole(table, rows)) == []
    assert "mean token distance left out, no vocabulary" in v.described(EN, rows, [])
    monkeypatch.setattr(whole.shared_data, "MUST_RUN", True)
    assert "no mean token distance" in next(v.check_whole(table, rows))[1]


def test_word_pieces_are_those_of_another_implementation(vocabulary, checked):
    tokenizers = pytest.importorskip("tokenizers")
    other = tokenizers.BertWordPieceTokenizer(str(distances.VOCABULARY), lowercase=True)
    for name in (EN, NL):
        for row in checked[name][0]:
            for column in (c for c in row.cells if c not in ("id", "domain")):
                expected = other.encode(row[column], add_special_tokens=False).tokens
                assert distances.tokens(row[column], vocabulary) == expected


# ---------------------------------------------------------------- the sets themselves

@pytest.fixture(scope="module")
def checked():
    return {name: v.check_file(name) for name in v.SETS}


@pytest.mark.parametrize("name", v.SETS)
def test_a_set_keeps_its_rules(checked, name):
    rows, problems = checked[name]
    assert problems == [] and rows


def readme(folder):
    return (v.DATA / folder / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", v.SETS)
def test_a_card_names_its_file(name):
    folder, stem = name.split("/")
    card = tomllib.loads((v.DATA / f"{name}.toml").read_text(encoding="utf-8"))
    assert (card["probe"], card["file"]) == (folder, v.path_of(name).name)
    assert card["language"] == v.rules_of(name)["language"]
    if folder == "triplets":
        assert (card["test"], card["name"]) == (stem.removesuffix("-nl"), stem)


@pytest.mark.parametrize("name", v.SETS)
def test_the_readme_counts_the_rows(checked, name):
    folder, stem = name.split("/")
    pattern = {"triplets": r"Dutch one (\d+)\." if stem.endswith("-nl") else r"English set has (\d+) triplets", "heros": rf"^\| `{stem}` \|[^|]*\| (\d+) \|",
               "sets": rf"`sets-{stem}` (?:has )?(\d+)", "curves": rf"^\| `{stem}.txt` \|[^|]*\| (\d+) \|"}[folder]
    assert int(re.search(pattern, readme(folder), re.MULTILINE)[1]) == len(checked[name][0])


@pytest.mark.parametrize("name", [SETS, SETS_NL])
def test_the_readme_counts_the_registers_and_tells_the_figures_of_the_sets(checked, name):
    rows, text = checked[name][0], readme("sets")
    kept = sum(row["kept"] == "yes" for row in rows)
    assert f"{kept} English and " in text if name == SETS else f" and {kept} Dutch rows" in text
    registers = ("news", "science", "everyday", "narrative")
    assert "a quarter each of news, science, everyday and narrative" in text
    assert [4 * sum(row["register"] == register for row in rows) for register in registers] == [len(rows)] * 4
    figures = v.figures(v.rules_of(name), rows)
    figure = figures["median_length_ratio"]
    assert f"median is {figure:.3f}" in text
    for told in ("mean_told_alike", "bag_overlaps", "bag_differences"):
        assert f"{figures[told]:.1%}" in text, told
    assert figure == statistics.median(len(row[f].split()) / (len(row[a].split()) + len(row[b].split()))
                                       for row in rows for f, a, b in (("s1", "prev", "curr"), ("s2", "curr", "next")))


@pytest.mark.parametrize("name", TRIPLETS)
def test_the_readme_tells_the_baselines_of_the_triplets(checked, name):
    figure = v.figures(v.rules_of(name), checked[name][0])
    told = f"| `{name.split('/')[1]}` | {figure['bag_of_words']:.1%} | {figure['token_edits']:.1%} |"
    assert told in readme("triplets")


# ---------------------------------------------------------------- blind answers

def blind(folder, header):
    lines = (v.DATA / folder / "blind.tsv").read_text(encoding="utf-8").splitlines()
    assert lines[0].split("\t") == header
    return [line.split("\t") for line in lines[1:]]


def test_blind_answers_on_triplets(checked):
    """Every triplet has an answer, and at least 95% of each set's are as meant."""
    chosen = {}
    for triplet, to, first, second, answer in blind("triplets", ["id", "to", "first", "second", "chosen"]):
        assert answer in (first, second, "?") and to not in (first, second)
        chosen[triplet] = answer
    for name in TRIPLETS:
        rows = checked[name][0]
        mine = [chosen.pop(row["id"]) for row in rows]
        assert mine.count("S*" if name in (NV, NV_NL) else "S+") >= 0.95 * len(mine), name
    assert not chosen


def test_blind_answers_on_heros(checked):
    """Each pair has one answer, at least 95% as meant, in each language and variant."""
    rows = {row["id"]: row for name in (EN, NL) for row in checked[name][0]}
    answered = blind("heros", ["id", "variants", "chosen"])
    assert len({(i, names) for i, names, _ in answered}) == len(answered)
    assert answered == sorted(answered, key=lambda x: x[0])
    as_meant = {}
    for i, variants, chosen in answered:
        names = variants.split(", ")
        assert len({rows[i][name] for name in names}) == 1
        meant = {"Synonym": {"same"}, "Random": {"unrelated", "different"}}.get(names[0], {"opposite", "different"})
        for name in names:
            as_meant.setdefault((i[:2], name), []).append(chosen in meant)
    assert len(as_meant) == 10  # two languages, all variants but Typo
    for (language, name), answers in as_meant.items():
        most = sum(i.startswith(language) for i in rows)
        assert len(answers) == most, (language, name)
        assert sum(answers) >= 0.95 * len(answers), (language, name)


@pytest.mark.parametrize("name", [SETS, SETS_NL])
def test_blind_answers_on_sets(checked, name):
    """Each answer is of one of the file's fusions, in order, and README.md counts them."""
    ids = {row["id"] for row in checked[name][0]}
    answers = [answer for answer in blind("sets", ["id", "fusion", "chosen"]) if answer[0] in ids]
    answered = [(i, fusion) for i, fusion, _ in answers]
    assert answered == sorted((i, f) for i in ids for f in ("s1", "s2"))
    chosen = [answer for _, _, answer in answers]
    keep, lose, add, change = (chosen.count(x) for x in ("keeps", "loses", "adds", "changes"))
    assert keep + lose + add + change == len(chosen)
    assert keep >= 0.98 * len(chosen)
    assert f"{keep} keep, {lose} lose, {add} add, {change} change" in " ".join(readme("sets").split())


def test_every_blind_answer_on_sets_is_of_a_row(checked):
    ids = {row["id"] for name in (SETS, SETS_NL) for row in checked[name][0]}
    assert {i for i, *_ in blind("sets", ["id", "fusion", "chosen"])} == ids


# ---------------------------------------------------------------- main

def test_main_prints_problems_and_a_line_a_set(tmp_path, capsys):
    assert v.main([ND]) == 0
    clean = capsys.readouterr().out
    assert re.fullmatch(r"triplets/negation-detection: \d+ rows, bag of words 0\.\d+, token edits 0\.\d+, 0 problems\n", clean)
    path = copied(ND, tmp_path)
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(put(3, "domain", "X")(lines)) + "\n", encoding="utf-8")
    assert v.main([ND, str(path)]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out == [f"{path}:4: domain 'X' is not one lower-case word",
                   clean.strip().replace("0 problems", "1 problems")]


def test_main_refuses_a_wrong_call(capsys):
    assert v.main(["poems/en"]) == 2
    assert "no rules for poems/en: add a table to" in capsys.readouterr().err
