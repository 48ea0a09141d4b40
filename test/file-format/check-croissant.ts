// Rules of Croissant 1.1 and its public validator (mlcroissant, in Python) for a description, as far as ours use the specification. The
// cases that it is tried with are those of that validator's tests, told in our own words (croissant.test.ts).

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isAddress = (value: unknown) => isText(value) && /^https?:\/\/[^\s]+$/.test(value);
const list = (value: unknown): unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value]);

const atomicTypes = ['sc:Text', 'sc:Integer', 'sc:Float', 'sc:Boolean', 'sc:Date', 'sc:DateTime', 'sc:Time', 'sc:URL'];
const terms: Record<string, string> = {
  recordSet: 'cr:recordSet',
  field: 'cr:field',
  source: 'cr:source',
  fileObject: 'cr:fileObject',
  extract: 'cr:extract',
  column: 'cr:column',
  isArray: 'cr:isArray',
  arrayShape: 'cr:arrayShape',
  conformsTo: 'dct:conformsTo',
  citeAs: 'cr:citeAs',
  fileSet: 'cr:fileSet',
  format: 'cr:format',
  includes: 'cr:includes',
  isLiveDataset: 'cr:isLiveDataset',
  jsonPath: 'cr:jsonPath',
  key: 'cr:key',
  md5: 'cr:md5',
  parentField: 'cr:parentField',
  path: 'cr:path',
  references: 'cr:references',
  regex: 'cr:regex',
  repeated: 'cr:repeated',
  replace: 'cr:replace',
  samplingRate: 'cr:samplingRate',
  separator: 'cr:separator',
  subField: 'cr:subField',
  transform: 'cr:transform',
};

/** Everything that is wrong with it, in sentences; empty where nothing is. */
export function checkCroissant(given: unknown): string[] {
  if (!isObject(given)) return ['It is no object.'];
  const faults: string[] = [];
  checkContext(given['@context'], faults);
  if (given['@type'] !== 'sc:Dataset') faults.push('@type is not sc:Dataset');
  if (!list(given.conformsTo).includes('http://mlcommons.org/croissant/1.1'))
    faults.push('conformsTo is not Croissant 1.1');
  for (const name of ['name', 'description']) if (!isText(given[name])) faults.push(`${name} is missing`);
  if (!isAddress(given.url)) faults.push('url is no address');
  if (!isText(given.datePublished) || Number.isNaN(Date.parse(given.datePublished)))
    faults.push('datePublished is no date');
  if (!/^@[a-z]+\{[^{},]+, .+\}$/s.test(String(given.citeAs))) faults.push('citeAs is no BibTeX');
  if (list(given.creator).length === 0) faults.push('creator is missing');
  for (const creator of list(given.creator))
    if (!isObject(creator) || !/^(sc:)?(Organization|Person)$/.test(String(creator['@type'])) || !isText(creator.name))
      faults.push('creator is neither an organization nor a person');
  for (const license of list(given.license))
    if (!isAddress(license) && !(isObject(license) && license['@type'] === 'CreativeWork'))
      faults.push('license is neither an address nor a work');

  const ids = new Set<unknown>();
  const named = (node: Json, what: string) => {
    const id = node['@id'];
    if (!isText(id)) faults.push(`${what} has no @id`);
    else if (/\s/.test(id)) faults.push(`the @id ${id} has spaces`);
    else if (ids.has(id)) faults.push(`the @id ${id} is there twice`);
    ids.add(id);
  };
  const files = new Set<unknown>();
  for (const file of list(given.distribution)) {
    if (!isObject(file)) faults.push('an entry of distribution is no object');
    else {
      named(file, 'a file');
      files.add(file['@id']);
      checkFile(file, faults);
    }
  }
  if (list(given.distribution).length === 0) faults.push('distribution is missing');
  for (const set of list(given.recordSet)) {
    if (!isObject(set)) faults.push('a record set is no object');
    else {
      named(set, 'a record set');
      if (set['@type'] !== 'cr:RecordSet') faults.push('a record set is not of the type cr:RecordSet');
      if (list(set.field).length === 0) faults.push('a record set has no field');
      for (const field of list(set.field))
        if (isObject(field)) {
          named(field, 'a field');
          if (!String(field['@id']).startsWith(`${set['@id']}/`))
            faults.push('the @id of a field does not begin with its record set');
          checkField(field, files, faults);
        } else faults.push('a field is no object');
    }
  }
  return faults;
}

function checkContext(context: unknown, faults: string[]) {
  if (!isObject(context)) return void faults.push('@context is no object');
  if (context['@vocab'] !== 'https://schema.org/' || context.sc !== 'https://schema.org/')
    faults.push('@vocab is not schema.org');
  if (context.cr !== 'http://mlcommons.org/croissant/') faults.push('cr is not Croissant');
  if (context.dct !== 'http://purl.org/dc/terms/') faults.push('dct is not Dublin Core');
  for (const [term, meaning] of Object.entries(terms))
    if (context[term] !== meaning) faults.push(`${term} is not ${meaning}`);
  const type = context.dataType;
  if (!isObject(type) || type['@id'] !== 'cr:dataType' || type['@type'] !== '@vocab')
    faults.push('dataType is no word of the vocabulary');
}

function checkFile(file: Json, faults: string[]) {
  if (file['@type'] !== 'cr:FileObject') faults.push('a file is not of the type cr:FileObject');
  for (const name of ['name', 'encodingFormat']) if (!isText(file[name])) faults.push(`${name} of a file is missing`);
  if (!isAddress(file.contentUrl)) faults.push('contentUrl of a file is missing');
  if (!/^[0-9a-f]{64}$/.test(String(file.sha256))) faults.push('sha256 of a file is missing');
  if (!/^\d+( [kMGT]?B)?$/.test(String(file.contentSize))) faults.push('contentSize of a file is no size');
}

function checkField(field: Json, files: ReadonlySet<unknown>, faults: string[]) {
  if (field['@type'] !== 'cr:Field') faults.push('a field is not of the type cr:Field');
  if (!atomicTypes.includes(String(field.dataType))) faults.push('dataType of a field is missing');
  if (field.arrayShape !== undefined && field.isArray !== true) faults.push('a field has a shape and is no array');
  if (field.arrayShape !== undefined && !/^(-1|\d+)(,(-1|\d+))*$/.test(String(field.arrayShape)))
    faults.push('arrayShape is no shape');
  const { source } = field;
  if (!isObject(source)) return void faults.push('a field has no source');
  const of = isObject(source.fileObject) ? source.fileObject['@id'] : source.fileObject;
  if (!files.has(of)) faults.push(`the source of a field is ${String(of)}, which is no file`);
  if (!isObject(source.extract) || !isText(source.extract.column)) faults.push('the source of a field names no column');
}
