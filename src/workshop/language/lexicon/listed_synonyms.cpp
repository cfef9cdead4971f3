#include "workshop/language/lexicon/listed_synonyms.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>

#include "base/parse.h"

namespace sonde {
namespace {

// A verb and its synonyms, and behind a colon the frames in which one is sure whatever the sense:
// O an object, D an object and an infinitive, T an infinitive, C a clause, J an adjective, A none
// of them. A small letter: where both have the same sense alone. Without letters so in any frame.
constexpr std::string_view kVerbSynonyms = R"(
abhor loathe:O; accomplish achieve:O; achieve accomplish attain; acknowledge admit:C; act behave;
advise notify; affright frighten:O; aggravate exacerbate:O; agree concur:C; aid assist:O help:O;
aim direct; allow permit:OD; alter change:O; amaze astonish:O astound:O; annoy irritate;
appear seem:TCJ; apprehend arrest; arise originate; arouse provoke; arrest apprehend;
ascribe attribute:O; assail attack:O; assault attack:O; assemble gather:A; assess evaluate:O;
assist aid:O help:O; assume presume:C; astonish amaze:O; astound amaze:O; attain achieve;
attempt try:T; attribute ascribe; await expect; award grant; back support; bear endure;
beg implore:D; begin start:TAO commence; behave act; belch burp:a; believe think:C;
bemoan lament:O; berate scold:O; besiege beleaguer; blend mix; botch bungle:O; bother annoy;
bound leap; broaden widen:O; build construct; burp belch:a; burst explode; buy purchase;
call phone; capture seize; catch capture; cavort frolic:A; cease stop:O; celebrate observe;
change alter; choose select:O; chuck toss; circulate spread; cite quote; clap applaud:A;
cling adhere; close shut; coddle pamper:O; collapse crumple; commence begin:AO start:AOT;
compel oblige:D; complete finish:O; compose write; comprehend grasp; comprise constitute;
conceal hide:O; condemn decry sentence; confirm corroborate; confiscate seize:O; conform adapt;
confront face; confuse confound; connect link; conquer subdue; consecrate dedicate;
conserve preserve; construct build:O; contaminate pollute; convert change; cook prepare;
copy imitate; correct rectify; counsel advise:O; crawl creep; creak squeak:A;
criminalize outlaw:O; critique review; crunch munch; cry weep; cure heal; curse swear;
curtail restrict; dampen moisten; dart flit; decelerate slow:A; declare announce;
decline refuse:T; decompose rot:A; decorate adorn; decrease diminish:A lessen; deduct subtract;
defer postpone:O; defraud swindle:O; demand require necessitate; demolish destroy:O;
demonstrate prove show; depict portray; desert abandon forsake; deserve merit:O; despise scorn:O;
detect discover; detest hate:O; devise invent; die perish; differ disagree;
diminish decrease:A lessen; disappear vanish:A; disclose reveal:OC; disdain scorn:O;
disfigure deface; display exhibit:O; dispute challenge; disregard ignore:O; disrupt interrupt;
distinguish differentiate; distort twist; disturb upset; divide separate split; dodge evade;
drag haul; dread fear:O; drill bore; dwell live inhabit; earmark reserve:O; ease facilitate;
echo repeat; elevate raise; eliminate eradicate; elude escape; embrace hug; emphasize stress:OC;
employ hire; enclose envelop; encourage promote; end terminate; endanger jeopardize:O;
endeavor strive:T; endorse support; endure tolerate bear; engrave inscribe; enlarge expand;
ensue result; ensure guarantee:OC; entice lure:O; enumerate itemize:O; envelop enclose;
epitomize typify:O; eradicate eliminate; escalate intensify; essay attempt try:o; establish found;
evade sidestep; evaluate assess:O; evoke arouse; exacerbate aggravate; exceed surpass:O transcend;
excite stir; exclude omit; excuse pardon; exhibit display:O; exist survive; expand enlarge;
expect anticipate await; expedite hasten:O; explode detonate burst; extend stretch prolong;
extenuate mitigate:O; face confront; facilitate ease; falter stammer; famish starve:A;
fascinate captivate; fasten secure; fear dread; feel sense:o; feign pretend:C; fix repair mend;
flinch wince:A; flip toss; flit dart; flog whip:O; flourish thrive:A; foil thwart:O;
forbid prohibit:O; forestall prevent:O; form shape; foster further; found establish;
frighten scare:O; frolic romp:A; function serve:a; fuse merge; gape gawk; gather assemble;
gaze stare; giggle titter; glare glower:A; gleam glisten; glisten gleam:A; glitter glisten;
glower glare:A; gobble bolt; govern rule; grant award concede; grasp comprehend; greet recognize;
groan moan:A; grow raise develop; guarantee ensure; guess suppose; hail acclaim; halt stop:OA;
happen occur:A; harvest reap; hasten hurry; hate detest; haul drag; heal mend; heed mind;
heighten intensify; help aid assist; hide conceal:O; hinder impede:O; hire employ; hit strike:o;
hobble limp:A; howl wail; hurl throw; hurry rush:A; idolize worship:O;
ignore disregard:O; imagine suppose:C; imitate copy; impede hinder:O; implore beg:D;
impound confiscate; imprison jail:O; impute ascribe; incarcerate imprison:O; incite instigate;
incorporate integrate; indicate signal; infest overrun; inhibit suppress; initiate start;
injure hurt:O wound; inscribe engrave; insert introduce; inspect scrutinize; instigate incite;
intensify heighten; interpret construe; interrupt disturb; inundate flood:O; invent devise;
irritate annoy:o; jab poke; jail imprison:O; jeer scoff; jeopardize endanger:O; jerk yank;
jump leap:A; label tag; lament bemoan:O; lead guide; leap jump:A; learn discover; lease rent;
lend loan; lessen diminish; lift raise; limit restrict; limp hobble:A; link connect;
locate situate; look seem:J; lure entice tempt; mail send; manage handle; massacre slaughter:O;
maul mangle; melt thaw; mend repair:O heal; merge unify; merit deserve:O;
misconstrue misunderstand:O; misinterpret misunderstand:O misconstrue; misplace lose:O;
mitigate extenuate; moan groan:A; moderate curb; modify alter:O change:O; moisten dampen;
mollify appease:O pacify; munch crunch; murder slay; nab arrest:O; necessitate require:O;
need require:O; nominate appoint; note remark; notice observe; notify advise; obscure veil;
observe remark:C celebrate; obtain receive; occupy fill; occur happen; offend violate;
oppose fight; originate arise; outdo surpass:O; outfox outsmart:O; outmaneuver outsmart:O;
outperform surpass:O; overcome surmount; oversee supervise:O; overtake pass; overwhelm overpower;
own possess:O; pacify appease; pamper coddle:O; pardon excuse; part separate; pass overtake;
penalize punish:O; perish die:A; permeate pervade:O; permit allow:OD; perpetrate commit:O;
perturb trouble; pervade permeate:O; phone telephone:O call; plan design; plod trudge:A;
pluck pick; poke jab; pollute contaminate:O; ponder contemplate; populate inhabit; portray depict;
pose present; possess own; postpone defer:O; preclude prevent:O; predict foretell; prepare ready;
prevent forestall; prize treasure value; profit benefit; prohibit forbid:O; prolong extend:O;
promote encourage; protrude jut:A; prove demonstrate:OC; provide supply; pulsate throb:A;
pulverize powder; punish penalize:O; purchase buy:O; puzzle perplex; quit stop; quiz test;
quote cite; race speed; raise lift; rebut refute:O; recall remember:o;
recollect recall:o remember:o; rectify correct:O; recuperate recover:A; reduce cut; refine polish;
refund repay:O; refuse decline:T reject; refute rebut:O; regain recover:O; reiterate repeat:O;
reject decline; relate connect; relieve alleviate; relish savor:O enjoy; remain stay;
remark observe:C; remedy rectify; remember recall commemorate; rent lease; repair fix mend;
repeal revoke:O; replenish refill:O; replicate duplicate:O; reply respond:A;
require need:O necessitate:O demand; rescind revoke:O; restrict limit; retain keep;
retrieve recover:O;  reverberate resound:A; revere venerate:O; revert return;
revoke rescind:O repeal; rise climb:O; rival match; roam wander:OA; rock sway; romp frolic:A;
rot decompose:A; rouse awaken; ruin destroy:O; rule govern; rush hurry:A race; savor relish:O;
scare frighten:O; scold berate:O; scorch sear; scorn despise:O; scrutinize inspect:O; sear scorch;
secure fasten; seek try:T attempt; seem appear:TCJ; seize confiscate; select choose:O; sell deal;
separate part; serve function:a; sew stitch:O; shine polish; shout yell; show demonstrate prove;
shut close:O; signal indicate; skirt sidestep; slam bang; slaughter massacre; slay murder;
sleep slumber; smother suffocate; sneak creep:a; snuggle cuddle nestle; speak talk:a; speed race;
spill shed; spin whirl; spoil indulge; spread circulate; sprinkle scatter; squander waste:O;
squelch quell:O; stack pile:O; stagger reel:A; stammer stutter:OA; stare gaze:A;
start begin:To commence:ao; stay remain; steer guide; stimulate excite; stipulate specify;
stitch sew:O; stoop bend; stop halt; strengthen fortify; stress emphasize:OC; stretch extend;
strike impress; strive endeavor:T; struggle fight; strut swagger:A; stumble trip;
stutter stammer:OA; subdue conquer; subtract deduct; suffer sustain; suffocate smother;
suggest propose; supervise oversee:O; supplant supersede:O; supply provide; suppose imagine:C;
surmount overcome:O; surpass exceed:O; survive outlive; swap trade; sway rock; swindle defraud:O;
swirl whirl:A; switch change; symbolize represent:O; tackle undertake; talk speak:A;
taunt tease:o; tease taunt:o; telephone phone:O; tempt lure; terminate end:O; terrify terrorize;
thaw melt; think believe:C; thrive flourish:A; throb pulsate:A; throw cast; thwart foil;
tolerate endure:O bear; topple tumble; tote lug:O; trade swap; transcend surpass; transport carry;
traverse cross:O; treasure prize; trip stumble; trudge plod:A; try attempt:T; twirl spin:OA;
twist wind; typify epitomize:O; uncover expose; undertake tackle; unify unite; unite unify;
utilize use:O employ; value prize; vanish disappear:A; vanquish beat:O; venerate revere:O;
veto forbid; vex annoy; violate break; wander roam:A; waste squander; weep cry:A; whip flog;
whirl spin:A; wince flinch:A; withdraw retire; worsen aggravate; worship idolize; wound injure:O;
wriggle squirm:A; writhe squirm:A; yank jerk:O; yell shout:A;
)";

// A word and its synonym.
constexpr std::string_view kNounSynonyms = R"(
accomplishment achievement; achievement accomplishment; ad advertisement; adversary antagonist;
advertisement ad; adviser advisor; airplane plane; amazement astonishment; ambit scope;
anger wrath; aroma fragrance; assailant attacker; assistant helper; astonishment amazement;
attire garb; attorney lawyer; author writer; auto car; automobile car; autumn fall;
awning sunshade; backpack knapsack; bandit brigand; banister balustrade; bathtub tub;
battlefield battleground; bicyclist cyclist; booklet pamphlet; booty loot; bravery courage;
brook creek; buyer purchaser; cadaver corpse; calamity catastrophe;
cemetery graveyard; clapping applause; classmate schoolmate; classroom schoolroom; cloth fabric;
coffin casket; colonist settler; competitor rival; composure calm; concept conception;
corpse cadaver; courage bravery; crying weeping; danger peril; dawn daybreak; daybreak dawn;
debris rubble; decree fiat; deity divinity; despot tyrant; dockworker longshoreman;
dorm dormitory; dormitory dorm; downpour cloudburst; dread apprehension; dusk twilight;
edifice building; entirety totality; equanimity composure; error mistake; exploit feat;
eyeglasses spectacles; fad craze; feat exploit; figurine statuette; fireplace hearth; foe enemy;
foreword preface; garret attic; glade clearing; grandma grandmother; grandmother grandma;
graveyard cemetery; grin smile; grownup adult; hairstyle hairdo; hallway hall; handgun pistol;
happening occurrence; hate hatred; hatred hate; haunt hangout; headmaster schoolmaster;
hedgerow hedge; heroism gallantry; hideout hideaway; homeland motherland; hovel shack;
hush stillness; ignominy disgrace; illness sickness; imposter faker; infant baby; influenza flu;
instructor teacher; insurrection revolt; jiffy instant; lab laboratory; laboratory lab;
lawyer attorney; letup lull; liar prevaricator; longing yearning;
luggage baggage; madman maniac; mantelpiece mantel; mariner seaman; marshland marsh;
math mathematics; mathematics math; memo memorandum; messenger courier; metro subway;
microphone mike; midday noon; mirth hilarity; mistake error; narrative story;
necktie tie; noon midday; nuance subtlety; occupant resident; odor smell; onus burden;
opportunity chance; ornament decoration; outlaw criminal; pact treaty; pal buddy;
penchant preference; perpetrator culprit; photo photograph; photograph photo; physician doctor;
playwright dramatist; postman mailman; predicament plight; prejudice bias; proprietor owner;
puppy pup; purchaser buyer; quake earthquake; rebuke reproof; remorse compunction; repast meal;
repute reputation; researcher investigator; resentment bitterness; retaliation revenge;
revulsion repugnance; rival competitor; rogue rascal; rubbish trash; rubble debris;
rucksack knapsack; rug carpet; scoundrel villain; seawater saltwater; seller vendor;
sentinel sentry; sentry sentinel; shack shanty; shareholder stockholder; shoelace shoestring;
shrub bush; sickness illness; sleepiness drowsiness; slogan motto; sofa couch;
sorrow grief; spectacles glasses; spire steeple; staircase stairway; steeple spire; 
sunbeam sunray; sunlight sunshine; sunset sundown; taxi cab; teenager adolescent; tether leash;
textile fabric; trash rubbish; treaty pact; tribunal court; twine string; undergrowth underbrush;
uprising insurrection; valor heroism; vastness immensity; velocity speed; vendor seller;
veterinarian vet; vicinity locality; victory triumph; violin fiddle; waistline waist;
warranty guarantee; weariness fatigue; wedlock marriage; wharf pier; widower widowman;
wino drunkard; womb uterus; woodland forest; wooer suitor; workmanship craftsmanship;
workout exercise; writer author; yearning longing; youngster child;
)";

constexpr std::string_view kAdjectiveSynonyms = R"(
abhorrent repulsive; absurd ridiculous; affluent wealthy; aforementioned aforesaid;
amazed astonished; astonished amazed; astounded amazed; astute shrewd; avaricious greedy;
baffled bewildered; banal hackneyed; baseless groundless; believable credible;
bewildered confused; blurry blurred; boring tedious; bothersome annoying; boundless unbounded;
bronzed suntanned; burly beefy; calamitous disastrous; catastrophic ruinous; cherished precious;
chief main; childish infantile; chubby plump; clandestine undercover; cluttered littered;
comfy comfortable; compulsory mandatory; conceited vain; contemptuous disdainful;
content contented; countless innumerable; courageous brave; cruel brutal; cursory perfunctory;
damp moist; deafening earsplitting; deserted abandoned; despicable vile; dexterous dextrous;
disabled handicapped; disgruntled dissatisfied; disheartened discouraged; disturbing distressing;
dreadful awful; edible eatable; elderly aged; enormous tremendous; envious jealous;
erudite learned; eternal everlasting; famed famous; famous famed; farcical ludicrous;
fatigued exhausted; faultless impeccable; ferocious fierce; flavorless bland; foolhardy reckless;
forthright candid; fragile delicate; frenetic frantic; garish flashy; gigantic mammoth;
glad happy; grisly ghastly; grueling arduous; gruesome ghastly; handicapped disabled;
haughty supercilious; hazardous risky; horrible frightful; huge immense; immense huge;
imminent impending; impassioned ardent; impending imminent; incensed indignant;
incessant ceaseless; incredible unbelievable; indefatigable tireless; indignant incensed;
inebriated drunk; inescapable unavoidable; inexpensive cheap; inexplicable incomprehensible;
infamous notorious; infuriated enraged; innumerable countless; instantaneous instant;
interminable endless; irritated annoyed; jolly jovial; jovial jolly;
laborious arduous; laconic terse; large big; laudable commendable; lengthy extended;
lonely lonesome; lonesome lonely; macabre ghastly; magic magical; malformed deformed;
mammoth gigantic; maximal maximum; menacing ominous; miffed annoyed; misshapen deformed;
moist damp; nauseating loathsome; needed required; nettled annoyed; nonchalant casual;
notorious infamous; obnoxious objectionable; odious abominable; onerous taxing; optimal optimum;
ornamental decorative; outlandish bizarre; overpowering overwhelming; peeved annoyed;
pesky annoying; petulant irritable; pleasurable enjoyable; praiseworthy commendable;
primordial primeval; principal chief; probationary provisional; protracted extended;
provisional tentative; ramshackle dilapidated; renowned famed; repugnant abhorrent;
revolting disgusting; rhythmic rhythmical; routine everyday; rumpled disheveled;
ruthless pitiless; sacrilegious blasphemous; scared frightened; scary chilling; sly crafty;
soiled dirty; soundless silent; spry agile; stealthy furtive; stubborn obstinate;
stupendous colossal; sumptuous opulent; surplus excess; tangy tart; tardy belated; tedious boring;
terrible awful; thankful grateful; timorous fearful; tiny diminutive; tiresome boring;
touching poignant; tranquil calm; transitory ephemeral; treasured cherished; trite hackneyed;
unanticipated unforeseen; unattainable unachievable; unavoidable inescapable;
unbearable intolerable; unfair unjust; unfounded groundless; unimaginable inconceivable;
unnecessary unneeded; unparalleled unique; unremitting ceaseless; unsolicited unasked;
upcoming coming; upsetting disconcerting; urgent pressing; vast huge; vociferous clamorous;
wearisome boring; wily crafty; wobbly rickety; wonderful marvelous;
)";

constexpr std::string_view kAdverbSynonyms = R"(
abruptly suddenly; absently absentmindedly; afterward subsequently; agilely nimbly; almost nearly;
amazingly astonishingly; amiably affably; annually yearly; anxiously uneasily;
appropriately suitably; approximately about; astutely shrewdly; barely hardly;
basically fundamentally; candidly honestly; ceaselessly unceasingly; certainly surely;
chiefly principally; competently ably; considerably substantially; consistently systematically;
contemptuously scornfully; cozily cosily; crazily insanely; dangerously perilously;
defiantly rebelliously; definitely decidedly; dementedly insanely; deplorably woefully;
dextrously dexterously; diversely variously; doggedly tenaciously; dourly sullenly; downward down;
earnestly seriously; enormously tremendously; erratically unpredictably; essentially basically;
eventually finally; evidently obviously; excessively too; exclusively solely;
exultingly exultantly; faithfully reliably; faster quicker; ferociously fiercely;
flippantly airily; fondly lovingly; foolishly unwisely; fortunately luckily; frankly honestly;
frantically madly; frequently often; furthermore moreover; genuinely truly; halfway midway;
hastily hurriedly; hurriedly hastily; immensely vastly; impolitely rudely;
inadvertently unwittingly; inappropriately unsuitably; increasingly progressively;
indescribably unutterably; individually separately; instantly immediately;
intentionally deliberately; invitingly tantalizingly; lately recently;
laughably ridiculously; longingly yearningly; mainly chiefly; maybe possibly;
mercilessly pitilessly; merely simply; moreover furthermore; mostly largely; mutely wordlessly;
nearly almost; nimbly agilely; normally usually; nowadays today; obviously evidently;
ostensibly apparently; partially partly; partly partially; perhaps possibly;
pityingly compassionately; poignantly affectingly; primarily mainly; productively profitably;
profoundly deeply; purposely deliberately; randomly indiscriminately; rapidly quickly;
rarely seldom; relatively comparatively; scarcely hardly; seemingly apparently; seldom rarely;
shyly timidly; soberly gravely; solely exclusively; somewhere someplace; speedily rapidly;
straightaway immediately; stubbornly obstinately; subsequently later; suddenly abruptly;
superbly wonderfully; systematically consistently; testily irritably; timidly shyly;
tiredly wearily; totally wholly; tremendously enormously; truly genuinely; trustingly trustfully;
unequivocally unambiguously; unfeignedly sincerely; unfortunately unluckily;
unpredictably erratically; unsteadily uncertainly; unwittingly inadvertently;
urgently desperately; usually normally; utterly absolutely; vastly immensely; viciously savagely;
westward westwards; wholly entirely; willfully wilfully; woefully deplorably;
wonderfully wondrously; yearly annually;
)";

constexpr std::string_view kSureAntonyms = R"(
acceptable accurate accurately advantage advisable ancestor appropriate attractive atypical aunt
beautiful boy brother careful cheap comfortable convenient convincing cooperative correct daughter
defeat descendant desirable difficult disadvantage dishonest downstairs east eastern efficient
enthusiastic expensive experienced external failure faithful familiar father favorable flexible
foolish frequent generalist girl graceful grateful guilty happy harmful harmless healthy honest
husband impatient impatiently imperfect important imprecise improperly inaccurate inaccurately
inadvisable inappropriate inconvenient incorrect indoor inefficient inexperienced inferior
inflexible informal infrequent innocent internal invisible irregular kind king large late long
loser loud loudly lucky man maximum minimum minor mother narrow necessary nephew niece north
northern official often optimist optimistic outdoor patient patiently pessimist pessimistic
pleasant predictable private privately properly publicly queen quickly rarely regular reliable
sister slowly softly son south southern specialist steep success successful successfully superior
typical ugly unacceptable unattractive uncle uncomfortable unconvincing uncooperative undesirable
unenthusiastic unfaithful unfamiliar unfavorable ungrateful unhappy unhealthy unimportant unkind
unlucky unnecessary unofficial unpleasant unpopular unpredictable unreliable unsuccessful
unsuccessfully upstairs useful useless usual valuable victory visible west western wide wife winner
wise woman young
)";

// In the order of VerbFrame.
constexpr std::string_view kLetters = "ODTCJA";

using Synonyms = std::map<std::string, std::vector<ListedSynonym>, std::less<>>;

Synonyms parsed(std::string_view list) {
  Synonyms all;
  for (const auto line : parts_of(list, '\n')) {
    for (auto entry : parts_of(line, ';')) {
      while (entry.starts_with(' ')) entry.remove_prefix(1);
      const auto words = parts_of(entry, ' ');
      if (words.size() < 2) continue;
      auto& found = all[std::string(words.front())];
      for (std::size_t i = 1; i < words.size(); ++i) {
        const auto parts = parts_of(words[i], ':');
        found.push_back(
            {std::string(parts.front()), std::string(parts.size() > 1 ? parts[1] : "")});
      }
    }
  }
  return all;
}

const Synonyms& list_of(WordKind kind) {
  // In the order of WordKind.
  static const std::array<Synonyms, 4> kLists{parsed(kNounSynonyms), parsed(kVerbSynonyms),
                                              parsed(kAdjectiveSynonyms), parsed(kAdverbSynonyms)};
  return kLists[static_cast<std::size_t>(kind)];
}

}  // namespace

bool ListedSynonym::suits(VerbFrame frame, bool same_sense) const {
  const char letter = kLetters[static_cast<std::size_t>(frame)];
  if (frames.find(letter) != frames.npos) return true;
  const char small = static_cast<char>(letter - 'A' + 'a');
  return same_sense && (frames.empty() || frames.find(small) != frames.npos);
}

const std::vector<ListedSynonym>& listed_synonyms(std::string_view verb) {
  static const std::vector<ListedSynonym> kNone;
  const auto& list = list_of(WordKind::kVerb);
  const auto found = list.find(verb);
  return found == list.end() ? kNone : found->second;
}

std::string_view listed_synonym(std::string_view word, WordKind kind) {
  const auto& list = list_of(kind);
  const auto found = list.find(word);
  return found == list.end() ? std::string_view() : found->second.front().word;
}

const std::vector<std::string_view>& words_with_sure_antonyms() {
  static const auto kWords = [] {
    std::vector<std::string_view> words;
    for (const auto line : parts_of(kSureAntonyms, '\n')) {
      std::ranges::copy_if(parts_of(line, ' '), std::back_inserter(words),
                           [](std::string_view word) { return !word.empty(); });
    }
    std::ranges::sort(words);
    return words;
  }();
  return kWords;
}

bool has_sure_antonym(std::string_view word) {
  return std::ranges::binary_search(words_with_sure_antonyms(), word);
}

std::vector<std::string> words_with_listed_synonyms(WordKind kind) {
  std::vector<std::string> words;
  for (const auto& [word, synonyms] : list_of(kind)) words.push_back(word);
  return words;
}

}  // namespace sonde
