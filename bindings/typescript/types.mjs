// Makes src/protocol.ts from docs/protocol.schema.json, and src/output.ts from the objects that cli/openapi.json describes.
import { readFileSync, writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

const schema = JSON.parse(readFileSync(new URL('../../docs/protocol.schema.json', import.meta.url), 'utf8'));
// The four kinds of lines have names in small letters; two of them are other names of a type.
const { request, response, refusal, notification, ...types } = schema.$defs;
schema.$defs = { ...types, Request: request, Response: response };
schema.anyOf = ['Request', 'Response', 'NotObeyed', 'Notification'].map((name) => ({ $ref: `#/$defs/${name}` }));
for (const [name, type] of Object.entries(schema.$defs)) type.title = name;
for (const one of request.oneOf) {
  const words = one.properties.do.const.split('_').map((word) => word[0].toUpperCase() + word.slice(1));
  one.title = `${words.join('')}Request`;
}
await write('src/protocol.ts', schema, 'Line', 'Lines of protocol 2, made by types.mjs from docs/protocol.schema.json.');

// Commands print what `serve` answers with. What belongs to its list of logs and to its branches stays there.
const { schemas } = JSON.parse(readFileSync(new URL('../../cli/openapi.json', import.meta.url), 'utf8')).components;
const served = ['Error', 'Entry', 'Logs', 'Match', 'Branch', 'BranchQuestion', 'Stood', 'Tables'];
const printed = Object.fromEntries(Object.entries(schemas).filter(([name]) => !served.includes(name)));
for (const [name, type] of Object.entries(printed)) type.title = name;
const output = JSON.parse(JSON.stringify({ $defs: printed, anyOf: Object.keys(printed).map((name) => ({ $ref: `#/$defs/${name}` })) })
  .replaceAll('#/components/schemas/', '#/$defs/'));
await write('src/output.ts', output, 'Line', 'What commands print with `--format json`, made by types.mjs from cli/openapi.json.');

/** Writes the types of a schema. */
async function write(file, schema, name, banner) {
  // A description beside a reference would make another type of it; pairs are read as older drafts write them.
  const bare = JSON.parse(JSON.stringify(schema), (_, value) => {
    if (value?.$ref) return { $ref: value.$ref };
    return value?.prefixItems ? { ...value, items: value.prefixItems } : value;
  });
  const lines = await compile(bare, name, { bannerComment: `/** ${banner} */`, unreachableDefinitions: true, format: false });
  writeFileSync(new URL(file, import.meta.url), lines);
}
