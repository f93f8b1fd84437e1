// Makes src/protocol.ts from docs/protocol.schema.json.
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
// A description beside a reference would make another type of it; pairs are read as older drafts write them.
const bare = JSON.parse(JSON.stringify(schema), (_, value) => {
  if (value?.$ref) return { $ref: value.$ref };
  return value?.prefixItems ? { ...value, items: value.prefixItems } : value;
});
const lines = await compile(bare, 'Line', {
  bannerComment: '/** Lines of protocol 2, made by types.mjs from docs/protocol.schema.json. */',
  unreachableDefinitions: true,
  format: false,
});
writeFileSync(new URL('src/protocol.ts', import.meta.url), lines);
