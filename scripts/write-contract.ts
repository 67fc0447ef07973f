import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  callSchema,
  CAPABILITIES,
  envelopeSchema,
  exchangeFault,
  GAME_CALLS,
  openCallSchema,
} from '@qd/game-contract'
import type { GameCallName } from '@qd/game-contract'
import { OPEN_CALLS } from '@qd/game-contract/open'
import type { OpenCallName } from '@qd/game-contract/open'
import { CONTRACT_EXAMPLES, OPEN_EXAMPLES } from '@qd/game-contract/testing/examples'
import { isMain, report, type Findings } from './checks/report.ts'
import { shapeOf } from './checks/schema-shape.ts'
import type { JsonSchema } from './checks/schema-shape.ts'
import { openVectors } from './open-vectors.ts'
import { signingVectors } from './signing-vectors.ts'

const root = join(import.meta.dirname, '..')
const FOLDER = 'docs/contract'
const ENVELOPE_FILE = `${FOLDER}/schemas/envelope.json`
const names = Object.keys(GAME_CALLS) as GameCallName[]

const openNames = Object.keys(OPEN_CALLS) as OpenCallName[]

function fileOf(name: string): string {
  return `${FOLDER}/schemas/${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.json`
}

function requestLine(name: GameCallName): string {
  const { method, path } = GAME_CALLS[name]
  const example = CONTRACT_EXAMPLES[name].request as Record<string, string>
  if (method === 'POST') return `${method} ${path}\n\n${JSON.stringify(example, null, 2)}`
  const query = new URLSearchParams(example).toString()
  return `${method} ${path}${query === '' ? '' : `?${query}`}`
}

function callSection(name: GameCallName): string {
  const { method, path, isWrite, request, reply } = callSchema(name)
  const fault = exchangeFault(name, CONTRACT_EXAMPLES[name])
  if (fault !== null) throw new Error(`the example of ${name} does not keep the contract: ${fault}`)
  const answer = CONTRACT_EXAMPLES[name].reply
  const asked = shapeOf(request as JsonSchema)
  return [
    `## ${method} ${path}`,
    '',
    `${isWrite ? 'A write: it carries an idempotency key. ' : ''}[Schemas](../contract/${fileOf(name).slice(FOLDER.length + 1)}).`,
    '',
    ...(asked === '{}' ? [] : [`- ${method === 'GET' ? 'Query' : 'Body'}: \`${asked}\``]),
    `- \`data\` of the answer: \`${shapeOf(reply as JsonSchema)}\``,
    '',
    '```http',
    requestLine(name),
    '```',
    '',
    '```json',
    JSON.stringify({ status: 0, msg: 'ok', data: answer }, null, 2),
    '```',
    '',
  ].join('\n')
}

const openFileOf = (name: OpenCallName) => fileOf(`open-${name}`)

/** A call the game server makes. */
function openSection(name: OpenCallName): string {
  const { method, path } = OPEN_CALLS[name]
  const { request, reply } = OPEN_EXAMPLES[name]
  OPEN_CALLS[name].request.parse(request)
  OPEN_CALLS[name].reply.parse(reply)
  const schema = openCallSchema(name)
  const body = method === 'POST' ? `\n\n${JSON.stringify(request, null, 2)}` : ''
  return [
    `## ${method} ${path}`,
    '',
    `A call of the game server. [Schemas](../contract/${openFileOf(name).slice(FOLDER.length + 1)}).`,
    '',
    ...(method === 'GET' ? [] : [`- Body: \`${shapeOf(schema.request as JsonSchema)}\``]),
    `- \`data\` of the answer: \`${shapeOf(schema.reply as JsonSchema)}\``,
    '',
    '```http',
    `${method} ${path}${body}`,
    '```',
    '',
    '```json',
    JSON.stringify({ status: 0, msg: '', data: reply, requestId: 'c0ffee-1' }, null, 2),
    '```',
    '',
  ].join('\n')
}

function capabilityTable(): string {
  const rows = Object.entries(CAPABILITIES).map(([name, { tier, call, stands = '' }]) => {
    const where = call === null ? stands : `\`${GAME_CALLS[call].method} ${GAME_CALLS[call].path}\``
    return `| \`${name}\` | ${tier} | ${where} |`
  })
  return ['| Name | Tier | Stands for |', '|---|---|---|', ...rows].join('\n')
}

function callsPage(): string {
  return [
    '# The calls of the game contract',
    '',
    'Made by `npm run contract` from the schemas in `packages/game-contract/src`; the rules for all calls stand in',
    '[game-contract.md](game-contract.md). A question mark: may be absent. Further fields are ignored.',
    '',
    '## Every answer',
    '',
    `- The envelope: \`${shapeOf(envelopeSchema() as JsonSchema)}\`. [Schema](../contract/schemas/envelope.json).`,
    '- `status` and `err.code` are whole numbers. The same digits as text are read as well.',
    '',
    '## Names of capabilities',
    '',
    capabilityTable(),
    '',
    ...names.map(callSection),
    '# Calls of game servers to the console',
    '',
    'How they are signed stands in [open-api.md](open-api.md).',
    '',
    ...openNames.map(openSection),
  ].join('\n')
}

function formatted(file: string, text: string): string {
  return execFileSync(join(root, 'node_modules/.bin/oxfmt'), ['--stdin-filepath', file], {
    cwd: root,
    input: text,
    encoding: 'utf8',
  })
}

/** Every generated file of the contract with its text. */
export function contractFiles(): Map<string, string> {
  const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`
  const files = new Map(names.map((name) => [fileOf(name), json(callSchema(name))]))
  for (const name of openNames) files.set(openFileOf(name), json(openCallSchema(name)))
  files.set(ENVELOPE_FILE, json(envelopeSchema()))
  files.set(`${FOLDER}/open-vectors.json`, json(openVectors()))
  files.set(`${FOLDER}/signing-vectors.json`, json(signingVectors()))
  files.set('docs/guides/game-contract-calls.md', callsPage())
  return new Map([...files].map(([file, text]) => [file, formatted(file, text)]))
}

/** The files as they are kept must be those the code makes. */
export function checkContract(): Findings {
  const files = contractFiles()
  const old = [...files].filter(([file, text]) => {
    const path = join(root, file)
    return !existsSync(path) || readFileSync(path, 'utf8') !== text
  })
  return {
    problems: old.map(([file]) => `${file} is not what the code says: npm run contract`),
    summary: `contract: ${files.size} files of ${names.length + openNames.length} calls`,
  }
}

function writeAll(): void {
  for (const [file, text] of contractFiles()) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
}

if (isMain(import.meta.url)) {
  writeAll()
  report(checkContract())
}
