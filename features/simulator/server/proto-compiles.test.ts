import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { protoFilesOf } from './proto-files.ts'

/* What is downloaded is for compilers: protoc takes it, also where protobuf.js asked less of the game. */

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'qd-protoc-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const field = (id: number, type: string, more: object = {}) => ({ id, type, ...more })

/** What protoc says against the files; empty when it compiles them. */
function complaints(nested: object): string {
  const written = protoFilesOf(nested)
  if (!written.ok) throw new Error(written.reason)
  for (const { name, text } of written.files) writeFileSync(join(folder, name), text)
  const names = written.files.map(({ name }) => name)
  try {
    execFileSync('protoc', [`--proto_path=${folder}`, '--descriptor_set_out=/dev/null', ...names], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    return ''
  } catch (error) {
    return String((error as { stderr: Buffer }).stderr)
  }
}

const message = (fields: object, more: object = {}) => ({ fields, ...more })
const service = { methods: { Do: { requestType: 'A', responseType: 'b.B', comment: 'does' } } }

describe('protoc compiles', () => {
  it.each<[string, object]>([
    [
      'nested types, maps, oneofs, comments and services',
      {
        A: message(
          {
            x: field(1, 'Inner', { comment: 'a\nb' }),
            y: field(2, 'int32'),
            m: field(3, 'Kind', { keyType: 'string' }),
          },
          { oneofs: { o: { oneof: ['x', 'y'] } }, nested: { Inner: message({ raw: field(1, 'bytes') }) } },
        ),
        Kind: { values: { NONE: 0, RARE: 1 }, options: { deprecated: true } },
        b: { nested: { B: message({}, { options: { deprecated: true } }) } },
        S: service,
      },
    ],
    [
      'packages that use each other',
      {
        a: { nested: { A: message({ b: field(1, 'b.B') }), C: message({ n: field(1, 'int32') }) } },
        b: { nested: { B: message({ c: field(1, 'a.C') }) } },
      },
    ],
    [
      'an optional field of proto3',
      { M: message({ a: field(1, 'int32') }, { oneofs: { _a: { oneof: ['a'] } } }) },
    ],
    [
      'an enum whose first value is not 0',
      { M: message({ k: field(1, 'K') }), K: { values: { B: 1, A: 0 } } },
    ],
    ['an enum without 0', { M: message({ k: field(1, 'K') }), K: { values: { B: 1 } } }],
    [
      'an enum of a package with required fields in one without',
      {
        old: {
          nested: { R: message({ a: field(1, 'int32', { rule: 'required' }) }), K: { values: { B: 1 } } },
        },
        now: { nested: { M: message({ k: field(1, 'old.K') }) } },
      },
    ],
    ['two names of one value', { E: { values: { A: 0, B: 0 } }, M: message({ e: field(1, 'E') }) }],
  ])('%s', (_name, nested) => {
    expect(complaints(nested)).toBe('')
  })
})
