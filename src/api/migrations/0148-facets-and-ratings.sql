-- Ratings of products, kept by the database with their reviews: a filter and every card go by them.
alter table api.product
  add column rating_count integer not null default 0 check (rating_count >= 0),
  add column rating_sum integer not null default 0 check (rating_sum >= 0),
  -- Mean in tenths of a star, as pages show it; null without reviews.
  add column rating_tenths integer generated always as (
    case when rating_count > 0 then (20 * rating_sum + rating_count) / (2 * rating_count) end) stored;
update api.product as product set rating_count = shown.reviews, rating_sum = shown.stars
from (select product_id, count(*) as reviews, sum(rate) as stars from api.review where show group by product_id) as shown
where shown.product_id = product.product_id;
create index product_by_rating on api.product (rating_tenths, position) where listed and rating_tenths is not null;

-- Products are locked in one order, so that two statements that change many reviews do not wait for each other.
create function api.add_to_ratings(changes jsonb) returns void language plpgsql as $$
begin
  perform from api.product where product_id in (select change ->> 'product_id' from jsonb_array_elements(changes) as change)
    order by product_id for no key update;
  update api.product as product set rating_count = rating_count + change.reviews, rating_sum = rating_sum + change.stars
    from jsonb_to_recordset(changes) as change (product_id text, reviews integer, stars integer)
    where change.product_id = product.product_id;
end $$;
create function api.rate_products() returns trigger language plpgsql as $$
declare
  changes jsonb;
begin
  if tg_op = 'TRUNCATE' then
    update api.product set rating_count = 0, rating_sum = 0 where rating_count > 0;
    return null;
  elsif tg_op = 'INSERT' then
    select jsonb_agg(to_jsonb(each)) into changes from (
      select product_id, count(*) as reviews, sum(rate) as stars from new_reviews where show group by product_id) as each;
  elsif tg_op = 'DELETE' then
    select jsonb_agg(to_jsonb(each)) into changes from (
      select product_id, -count(*) as reviews, -sum(rate) as stars from old_reviews where show group by product_id) as each;
  else
    select jsonb_agg(to_jsonb(each)) into changes from (
      select product_id, sum(sign) as reviews, sum(sign * rate) as stars
      from (select product_id, rate, 1 as sign from new_reviews where show
        union all select product_id, rate, -1 from old_reviews where show) as both_of_each
      group by product_id having sum(sign) <> 0 or sum(sign * rate) <> 0) as each;
  end if;
  if changes is not null then
    perform api.add_to_ratings(changes);
  end if;
  return null;
end $$;
create trigger review_rated_inserted after insert on api.review
  referencing new table as new_reviews for each statement execute function api.rate_products();
create trigger review_rated_updated after update on api.review
  referencing old table as old_reviews new table as new_reviews for each statement execute function api.rate_products();
create trigger review_rated_deleted after delete on api.review
  referencing old table as old_reviews for each statement execute function api.rate_products();
create trigger review_rated_truncated after truncate on api.review
  for each statement execute function api.rate_products();

create or replace view api.listed_product as select * from api.product where listed;

-- Expressions of licenses that there are, each found by one look (api/catalogue/license/license.store.ts).
create index product_by_license on api.product (license collate "C", position) where listed;

-- Tokens of regions for the products of before; the application makes them from here on (api/catalogue/product/facet-token.rules.ts). The
-- names are those of api/catalogue/region/regions.rules.ts as it was then: each with its code and those of the regions that it is part of.
create function api.region_tokens_of(region_text text) returns text[] language plpgsql immutable as $$
declare
  regions constant jsonb := '{
    "eu":["eu","europe"], "european union":["eu","europe"], "europaische union":["eu","europe"], "union europeenne":["eu","europe"],
    "europe":["europe"], "european":["europe"], "europa":["europe"], "europaisch":["europe"], "europeen":["europe"], "eea":["europe"],
    "emea":["europe"], "asia":["asia"], "asian":["asia"], "asien":["asia"], "asie":["asia"], "apac":["asia"], "asia pacific":["asia"],
    "north america":["north america","americas"], "nordamerika":["north america","americas"],
    "amerique du nord":["north america","americas"], "south america":["south america","americas"],
    "latin america":["south america","americas"], "sudamerika":["south america","americas"],
    "amerique du sud":["south america","americas"], "latam":["south america","americas"], "africa":["africa"], "afrika":["africa"],
    "afrique":["africa"], "nordic":["nordics","europe"], "nordics":["nordics","europe"], "nordic countries":["nordics","europe"],
    "scandinavia":["nordics","europe"], "scandinavian":["nordics","europe"], "skandinavien":["nordics","europe"],
    "scandinavie":["nordics","europe"], "dach":["dach","europe"], "benelux":["benelux","europe"],
    "southeast asia":["southeast asia","asia"], "south east asia":["southeast asia","asia"], "sudostasien":["southeast asia","asia"],
    "middle east":["middle east"], "naher osten":["middle east"], "moyen orient":["middle east"], "americas":["americas"],
    "the americas":["americas"], "oceania":["oceania"], "ozeanien":["oceania"], "oceanie":["oceania"],
    "united states":["us","north america","americas"], "usa":["us","north america","americas"],
    "america":["us","north america","americas"], "u s":["us","north america","americas"],
    "vereinigte staaten":["us","north america","americas"], "etats unis":["us","north america","americas"],
    "amerika":["us","north america","americas"], "us":["us","north america","americas"],
    "oregon":["oregon","us","north america","americas"], "ohio":["ohio","us","north america","americas"],
    "texas":["texas","us","north america","americas"], "virginia":["virginia","us","north america","americas"],
    "california":["california","us","north america","americas"], "kalifornien":["kalifornien","us","north america","americas"],
    "iowa":["iowa","us","north america","americas"], "utah":["utah","us","north america","americas"],
    "nevada":["nevada","us","north america","americas"], "arizona":["arizona","us","north america","americas"],
    "washington":["washington","us","north america","americas"], "new york":["new york","us","north america","americas"],
    "chicago":["chicago","us","north america","americas"], "dallas":["dallas","us","north america","americas"],
    "us east":["us east","us","north america","americas"], "us west":["us west","us","north america","americas"],
    "us central":["us central","us","north america","americas"], "silicon valley":["silicon valley","us","north america","americas"],
    "canada":["ca","north america","americas"], "kanada":["ca","north america","americas"],
    "quebec":["quebec","ca","north america","americas"], "ontario":["ontario","ca","north america","americas"],
    "toronto":["toronto","ca","north america","americas"], "montreal":["montreal","ca","north america","americas"],
    "vancouver":["vancouver","ca","north america","americas"], "british columbia":["british columbia","ca","north america","americas"],
    "mexico":["mx","north america","americas"], "mexiko":["mx","north america","americas"], "mexique":["mx","north america","americas"],
    "brazil":["br","south america","americas"], "brasilien":["br","south america","americas"], "bresil":["br","south america","americas"],
    "sao paulo":["sao paulo","br","south america","americas"], "argentina":["ar","south america","americas"],
    "argentinien":["ar","south america","americas"], "argentine":["ar","south america","americas"],
    "chile":["cl","south america","americas"], "chili":["cl","south america","americas"],
    "santiago":["santiago","cl","south america","americas"], "colombia":["co","south america","americas"],
    "kolumbien":["co","south america","americas"], "colombie":["co","south america","americas"], "germany":["de","europe","eu","dach"],
    "deutschland":["de","europe","eu","dach"], "allemagne":["de","europe","eu","dach"],
    "frankfurt":["frankfurt","de","europe","eu","dach"], "berlin":["berlin","de","europe","eu","dach"],
    "munich":["munich","de","europe","eu","dach"], "munchen":["munchen","de","europe","eu","dach"],
    "hamburg":["hamburg","de","europe","eu","dach"], "nuremberg":["nuremberg","de","europe","eu","dach"],
    "nurnberg":["nurnberg","de","europe","eu","dach"], "falkenstein":["falkenstein","de","europe","eu","dach"],
    "france":["fr","europe","eu"], "frankreich":["fr","europe","eu"], "paris":["paris","fr","europe","eu"],
    "marseille":["marseille","fr","europe","eu"], "strasbourg":["strasbourg","fr","europe","eu"], "roubaix":["roubaix","fr","europe","eu"],
    "gravelines":["gravelines","fr","europe","eu"], "netherlands":["nl","europe","eu","benelux"],
    "niederlande":["nl","europe","eu","benelux"], "holland":["nl","europe","eu","benelux"], "pays bas":["nl","europe","eu","benelux"],
    "amsterdam":["amsterdam","nl","europe","eu","benelux"], "rotterdam":["rotterdam","nl","europe","eu","benelux"],
    "belgium":["be","europe","eu","benelux"], "belgien":["be","europe","eu","benelux"], "belgique":["be","europe","eu","benelux"],
    "brussels":["brussels","be","europe","eu","benelux"], "brussel":["brussel","be","europe","eu","benelux"],
    "bruxelles":["bruxelles","be","europe","eu","benelux"], "luxembourg":["lu","europe","eu","benelux"],
    "luxemburg":["lu","europe","eu","benelux"], "ireland":["ie","europe","eu"], "irland":["ie","europe","eu"],
    "irlande":["ie","europe","eu"], "dublin":["dublin","ie","europe","eu"], "austria":["at","europe","eu","dach"],
    "osterreich":["at","europe","eu","dach"], "autriche":["at","europe","eu","dach"], "vienna":["vienna","at","europe","eu","dach"],
    "wien":["wien","at","europe","eu","dach"], "italy":["it","europe","eu"], "italien":["it","europe","eu"], "italie":["it","europe","eu"],
    "milan":["milan","it","europe","eu"], "mailand":["mailand","it","europe","eu"], "rome":["rome","it","europe","eu"],
    "turin":["turin","it","europe","eu"], "spain":["es","europe","eu"], "spanien":["es","europe","eu"], "espagne":["es","europe","eu"],
    "madrid":["madrid","es","europe","eu"], "barcelona":["barcelona","es","europe","eu"], "portugal":["pt","europe","eu"],
    "lisbon":["lisbon","pt","europe","eu"], "lissabon":["lissabon","pt","europe","eu"], "lisbonne":["lisbonne","pt","europe","eu"],
    "poland":["pl","europe","eu"], "polen":["pl","europe","eu"], "pologne":["pl","europe","eu"], "warsaw":["warsaw","pl","europe","eu"],
    "warschau":["warschau","pl","europe","eu"], "varsovie":["varsovie","pl","europe","eu"], "czechia":["cz","europe","eu"],
    "czech republic":["cz","europe","eu"], "tschechien":["cz","europe","eu"], "tchequie":["cz","europe","eu"],
    "prague":["prague","cz","europe","eu"], "prag":["prag","cz","europe","eu"], "slovakia":["sk","europe","eu"],
    "slowakei":["sk","europe","eu"], "slovaquie":["sk","europe","eu"], "bratislava":["bratislava","sk","europe","eu"],
    "hungary":["hu","europe","eu"], "ungarn":["hu","europe","eu"], "hongrie":["hu","europe","eu"],
    "budapest":["budapest","hu","europe","eu"], "romania":["ro","europe","eu"], "rumanien":["ro","europe","eu"],
    "roumanie":["ro","europe","eu"], "bucharest":["bucharest","ro","europe","eu"], "bulgaria":["bg","europe","eu"],
    "bulgarien":["bg","europe","eu"], "bulgarie":["bg","europe","eu"], "sofia":["sofia","bg","europe","eu"],
    "croatia":["hr","europe","eu"], "kroatien":["hr","europe","eu"], "croatie":["hr","europe","eu"],
    "zagreb":["zagreb","hr","europe","eu"], "slovenia":["si","europe","eu"], "slowenien":["si","europe","eu"],
    "slovenie":["si","europe","eu"], "greece":["gr","europe","eu"], "griechenland":["gr","europe","eu"], "grece":["gr","europe","eu"],
    "athens":["athens","gr","europe","eu"], "finland":["fi","europe","eu","nordics"], "finnland":["fi","europe","eu","nordics"],
    "finlande":["fi","europe","eu","nordics"], "helsinki":["helsinki","fi","europe","eu","nordics"],
    "sweden":["se","europe","eu","nordics"], "schweden":["se","europe","eu","nordics"], "suede":["se","europe","eu","nordics"],
    "stockholm":["stockholm","se","europe","eu","nordics"], "denmark":["dk","europe","eu","nordics"],
    "danemark":["dk","europe","eu","nordics"], "copenhagen":["copenhagen","dk","europe","eu","nordics"], "estonia":["ee","europe","eu"],
    "estland":["ee","europe","eu"], "estonie":["ee","europe","eu"], "tallinn":["tallinn","ee","europe","eu"],
    "latvia":["lv","europe","eu"], "lettland":["lv","europe","eu"], "lettonie":["lv","europe","eu"], "riga":["riga","lv","europe","eu"],
    "lithuania":["lt","europe","eu"], "litauen":["lt","europe","eu"], "lituanie":["lt","europe","eu"],
    "vilnius":["vilnius","lt","europe","eu"], "norway":["no","europe","nordics"], "norwegen":["no","europe","nordics"],
    "norvege":["no","europe","nordics"], "oslo":["oslo","no","europe","nordics"], "iceland":["is","europe","nordics"],
    "island":["is","europe","nordics"], "islande":["is","europe","nordics"], "reykjavik":["reykjavik","is","europe","nordics"],
    "switzerland":["ch","europe","dach"], "schweiz":["ch","europe","dach"], "suisse":["ch","europe","dach"],
    "zurich":["zurich","ch","europe","dach"], "geneva":["geneva","ch","europe","dach"], "geneve":["geneve","ch","europe","dach"],
    "genf":["genf","ch","europe","dach"], "united kingdom":["gb","europe"], "uk":["gb","europe"], "britain":["gb","europe"],
    "great britain":["gb","europe"], "england":["gb","europe"], "scotland":["gb","europe"], "wales":["gb","europe"],
    "vereinigtes konigreich":["gb","europe"], "grossbritannien":["gb","europe"], "royaume uni":["gb","europe"],
    "london":["london","gb","europe"], "londres":["londres","gb","europe"], "manchester":["manchester","gb","europe"],
    "ukraine":["ua","europe"], "kyiv":["kyiv","ua","europe"], "serbia":["rs","europe"], "serbien":["rs","europe"],
    "serbie":["rs","europe"], "belgrade":["belgrade","rs","europe"], "turkey":["tr","europe","asia"], "turkiye":["tr","europe","asia"],
    "turkei":["tr","europe","asia"], "turquie":["tr","europe","asia"], "istanbul":["istanbul","tr","europe","asia"], "japan":["jp","asia"],
    "japon":["jp","asia"], "tokyo":["tokyo","jp","asia"], "osaka":["osaka","jp","asia"], "south korea":["kr","asia"],
    "korea":["kr","asia"], "sudkorea":["kr","asia"], "coree du sud":["kr","asia"], "coree":["kr","asia"], "seoul":["seoul","kr","asia"],
    "china":["cn","asia"], "chine":["cn","asia"], "beijing":["beijing","cn","asia"], "shanghai":["shanghai","cn","asia"],
    "shenzhen":["shenzhen","cn","asia"], "taiwan":["tw","asia"], "taipei":["taipei","tw","asia"], "hong kong":["hk","asia"],
    "hongkong":["hk","asia"], "singapore":["sg","asia","southeast asia"], "singapur":["sg","asia","southeast asia"],
    "singapour":["sg","asia","southeast asia"], "vietnam":["vn","asia","southeast asia"], "hanoi":["hanoi","vn","asia","southeast asia"],
    "ho chi minh":["ho chi minh","vn","asia","southeast asia"], "thailand":["th","asia","southeast asia"],
    "thailande":["th","asia","southeast asia"], "bangkok":["bangkok","th","asia","southeast asia"],
    "malaysia":["my","asia","southeast asia"], "malaisie":["my","asia","southeast asia"],
    "kuala lumpur":["kuala lumpur","my","asia","southeast asia"], "indonesia":["id","asia","southeast asia"],
    "indonesien":["id","asia","southeast asia"], "indonesie":["id","asia","southeast asia"],
    "jakarta":["jakarta","id","asia","southeast asia"], "philippines":["ph","asia","southeast asia"],
    "philippinen":["ph","asia","southeast asia"], "manila":["manila","ph","asia","southeast asia"], "india":["in","asia"],
    "indien":["in","asia"], "inde":["in","asia"], "mumbai":["mumbai","in","asia"], "bangalore":["bangalore","in","asia"],
    "bengaluru":["bengaluru","in","asia"], "delhi":["delhi","in","asia"], "hyderabad":["hyderabad","in","asia"],
    "united arab emirates":["ae","asia","middle east"], "uae":["ae","asia","middle east"], "dubai":["dubai","ae","asia","middle east"],
    "abu dhabi":["abu dhabi","ae","asia","middle east"], "saudi arabia":["sa","asia","middle east"],
    "saudi arabien":["sa","asia","middle east"], "riyadh":["riyadh","sa","asia","middle east"], "israel":["il","asia","middle east"],
    "tel aviv":["tel aviv","il","asia","middle east"], "south africa":["za","africa"], "sudafrika":["za","africa"],
    "afrique du sud":["za","africa"], "johannesburg":["johannesburg","za","africa"], "cape town":["cape town","za","africa"],
    "nigeria":["ng","africa"], "lagos":["lagos","ng","africa"], "kenya":["ke","africa"], "kenia":["ke","africa"],
    "nairobi":["nairobi","ke","africa"], "egypt":["eg","africa","middle east"], "agypten":["eg","africa","middle east"],
    "egypte":["eg","africa","middle east"], "cairo":["cairo","eg","africa","middle east"], "australia":["au","oceania"],
    "australien":["au","oceania"], "australie":["au","oceania"], "sydney":["sydney","au","oceania"],
    "melbourne":["melbourne","au","oceania"], "new zealand":["nz","oceania"], "neuseeland":["nz","oceania"],
    "nouvelle zelande":["nz","oceania"], "auckland":["auckland","nz","oceania"]
  }';
  words text[];
  tokens text[] := '{}';
  at integer := 1;
  name text;
begin
  -- As the search folds words: compatible signs alike, no accents, and letters that keyboards lack by others.
  words := regexp_split_to_array(trim(regexp_replace(lower(replace(replace(replace(replace(replace(replace(replace(replace(
    translate(regexp_replace(normalize(normalize(region_text, nfkc), nfd), '[\u0300-\u036f]', '', 'g'), 'øØđĐðÐłŁħĦıŋŊ', 'ooddddllhhinn'),
    'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th')),
    '[^a-z0-9]+', ' ', 'g')), ' ');
  while at <= cardinality(words) loop
    -- The longest name counts.
    for length in reverse 3..1 loop
      name := array_to_string(words[at : at + length - 1], ' ');
      if at + length - 1 <= cardinality(words) and regions ? name then
        tokens := tokens || array(select 'region@' || code from jsonb_array_elements_text(regions -> name) as code);
        at := at + length - 1;
        exit;
      end if;
    end loop;
    at := at + 1;
  end loop;
  return tokens;
end $$;
update api.product as product set facets = array(
  select distinct token from unnest(product.facets || (
    select array_agg(token) from jsonb_array_elements_text(product.attributes -> 'region') as place
      cross join unnest(api.region_tokens_of(place)) as token)) as token)
where product_type = 'computing' and jsonb_typeof(attributes -> 'region') = 'array';
drop function api.region_tokens_of(text);
