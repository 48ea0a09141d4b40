// Common words of English (and the commonest of German and French), which nobody has misspelt: 'phone' is no 'iphone', and
// 'wether' is 'weather' though 'whether' is nearer. A word of the catalogue that is one of them is as right as the others.

const common = new Set(
  `able above accept access account across action activity actual address adult advice affect after again against agency agent agree
  ahead airport alive allow almost alone along already although always among amount animal annual another answer anybody anyone
  anything apart appear apple apply area argue around arrive article aside asset assume attack attempt author autumn average avoid
  aware away baby back balance ball band bank base basic basis beach bear beat beautiful because become bed been before begin behind
  being belief belong below beneath beside best better between beyond bicycle bike bill bird birth bite black blame blood blow blue
  board boat body bone book border born both bottom bowl brain branch brand bread break breath brick bridge brief bright bring broad
  brother brown brush budget build burn business busy button buyer cake call camera camp campus cancel candle capital card care
  career careful carry case cash cast catch cause cell center central century certain chain chair chance change chapter charge
  charity chart cheap check cheese chest chief child choice choose church circle citizen city claim class clean clear client climate
  clinic clock close cloth cloud coach coast coat code coffee cold collect college color come comfort common company compare complete compliance compliant
  concept concern condition confirm connect consider contact contain content context control cook cool copy corner correct cost
  council count country couple course court cover cream create credit crime crowd culture cup current curve custom cycle daily damage
  dance danger dark date daughter dead deal dear death debate debt decade decide deep degree delay deliver demand depend describe
  desert design desk detail develop device dialogue diet different difficult digital dinner direct dirty discount discover discuss
  distance doctor document dollar domain door double doubt down dozen draft drag drama draw dream dress drink drive driver drop dry
  during dust duty each early earn earth ease east eat edge edit effect effort eight either election else employ empty end energy
  engine enjoy enough enter entire entry equal error escape especially even evening event ever every exact example except exchange
  exist expect expert explain express extra eye face fact factor fail fair faith fall false family famous farm fast father fault favor
  fear feature feed feel fence few field fight figure fill film final finance find fine finger finish fire firm first fish five fix
  flag flat flight floor flow flower fly focus folder follow food foot football force foreign forest forget form formal former forward
  four frame free fresh friend front fruit fuel full fun future gain game garden gas gate gather general gentle giant gift girl glass
  global goal gold golf good govern grade grain grand grant grass gray great green ground group grow growth guard guess guest guide
  guitar habit hair half hall hand handle hang happen happy hard harm hate head health hear heart heat heavy height hello help here
  hero hide high highway hill hire history hit hold hole holiday home honest hope horse hospital host hotel hour house huge human hundred
  hunt hurry hurt husband ice idea ideal image impact improve inch include income increase indeed index indoor inform inside instead
  intend interest invest invite iron island issue item itself jacket jewel job join joint joke journey judge juice jump junior jury
  just justice keen key kick kid kill kind king kitchen knee knife knock know label labor lack lady lake lamp land lane language laptop
  large last late later laugh launch law lawyer lay lead leader leaf league learn least leather leave left leg legal lemon length less
  lesson letter level library life lift light like limit line link lip list listen little live load loan local lock logic lonely long
  loose lose loss lost lot loud love low lower luck lunch machine magazine mail main major make male manage manner many march mark
  market marry mass master match material matter may maybe meal mean measure meat media medical meet member memory mental menu message
  metal method middle might mile milk mind mine minor minute mirror miss mission mix mobile mode model modern moment money month moon
  moral more morning most mother motion motor mountain mouse mouth move movie much music must name narrow nation native nature near
  nearly neck need negative neither nerve network never news next nice night nine nobody noise none noon normal north nose note nothing
  notice novel nowhere nuclear number nurse object obtain obvious ocean offer office often oil okay old once one only onto open opinion
  option orange order origin other outside oven over own owner pack page pain paint pair palace pale panel panic paper parent park part
  partner party pass past patch path patient pattern pause pay peace pen pencil people pepper percent perfect perhaps period permit
  person phase phone phrase piano pick picture piece pig pilot pink pipe pitch place plain plan plane planet plant plastic plate play
  player please plenty plot plus pocket poem poet point police policy polite political pool poor popular port position possible post
  pot potato pound power practice pray prefer prepare present press pretty prevent price pride priest prime prince print prior prison
  private prize problem process produce production profit program project promise proof proper protect proud prove provide public pull
  pump punch pure purple purpose push put quality quarter queen question quick quiet quite quote race radio rail rain raise range rank
  rapid rare rate rather reach react read reader ready real reality really reason recall receive recent recipe record red reduce refer
  reflect refuse regard region regular relate relax release relief religion rely remain remember remind remote remove rent repair repeat
  replace reply report request require rescue research resist resource respond rest restaurant result retain retire return reveal
  review reward rice rich ride right ring rise risk river road rock role roll roof room root rope rough round route row royal rule run
  rural rush safe sail salad salary sale salt same sample sand save scale scene scheme school science score screen sea search season
  seat second secret section sector secure see seed seek seem select sell send senior sense sentence separate series serious serve
  service session set settle seven several shade shadow shake shall shape share sharp she sheep sheet shelf shell shift shine ship
  shirt shock shoe shoot shop shore short shot should shoulder shout show shower shut sick side sight sign signal silence silver
  similar simple since sing single sink sister site size skill skin sky sleep slide slight slip slow small smart smell smile smoke
  smooth snow social society soft soil soldier solid solve some son song soon sorry sort soul sound soup source south space speak
  special speed spend spirit split sport spot spread spring square stable staff stage stair stamp stand star stare start state
  statement station status stay steal steam steel steep stem step stick still stock stomach stone stop store storm story straight
  strange stranger stream street stress stretch strike string strip strong student studio study stuff style subject submit succeed
  success such sudden suffer sugar suggest suit summer sun supply support sure surface surprise survey survive suspect sweet swim
  swing switch symbol system table tail take tale talent talk tall tank tape target task taste tax tea teach team tear technical tell
  ten tend tennis tent term test text than thank theme theory thick thief thin thing think third thirty thought thousand thread threat
  three throat through throw thumb thus ticket tie tight time tin tiny tip tired title today together tomorrow tone tongue tonight tool
  tooth top topic total touch tough tour tourist toward town toy track trade tradition traffic train transfer travel tray treat tree
  trend trial trip trouble truck true trust truth try tube turn twelve twenty twice twin twist two type typical ugly uncle under
  understand union unique unit unite universe unless until upon upper upset urban urge use useful user usual valley value variety
  various vary vast vehicle version very victim video view village visit visitor visual vital voice volume vote wage wait wake walk
  wall wander want war warm warn wash waste watch water wave way weak wealth weapon wear weather web wedding week weekend weight
  welcome well west wet wheel when whenever whereas wherever whether while whisper white whole whom whose why wide wife wild wind window
  wine wing winner winter wire wise wish within without woman wonder wood word work worker world worry worse worst worth would wound wrap
  write writer wrong yard yeah year yellow yes yesterday yet young youth zero zone
  nicht oder auch aber alle dann doch durch gegen immer jetzt keine mehr nach noch sehr sind uber unter viel wenn wird zwischen
  aussi autre avec bien chez comme contre dans depuis donc elle encore entre leur mais meme moins nous parce plus pour quand sans sous
  tous tout tres vers votre vous`.split(/\s+/),
);

/** Derived once: a plural or an '-ing' of a common word is one, too. */
export function isCommonWord(word: string): boolean {
  return (
    common.has(word) || common.has(word.replace(/(?:ing|ed|s)$/, '')) || common.has(word.replace(/(?:ing|ed)$/, 'e'))
  );
}
