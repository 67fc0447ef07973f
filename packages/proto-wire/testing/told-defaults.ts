import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FieldType } from '../src/index.ts'
import { runProtoc, withProtoFolder } from './run-protoc.ts'
import { knownOf } from './referee.ts'
import { parseText, unescaped } from './text-format.ts'

/** As much of Google's descriptor.proto as is asked here. */
const DESCRIPTOR = `syntax = "proto2";
message Set { repeated File file = 1; }
message File { repeated Message message_type = 4; }
message Message { optional string name = 1; repeated Field field = 2; }
message Field { optional string name = 1; optional bytes default_value = 7; }`

function valueOf(field: FieldType, text: string | undefined): unknown {
  if (field.type === 'string') return text ?? ''
  if (field.type === 'bytes') return unescaped(text ?? '').toString('base64')
  if (field.type === 'bool') return text === 'true'
  if (field.enum !== null) return text ?? field.enum.values[0]!.name
  return field.type.endsWith('64') ? (text ?? '0') : Number(text ?? 0)
}

/** The defaults of the fields of a file's first message as protoc writes them down, as JSON has them. */
export async function toldDefaults(proto: string): Promise<(field: FieldType) => unknown> {
  const set = await withProtoFolder({ 'main.proto': proto, 'descriptor.proto': DESCRIPTOR }, async (path) => {
    const file = join(path, 'set')
    await runProtoc([`--descriptor_set_out=${file}`, `-I${path}`, 'main.proto'], new Uint8Array())
    return runProtoc(['--decode=Set', `-I${path}`, 'descriptor.proto'], readFileSync(file))
  })
  const [file] = knownOf(parseText(set!))
  const message = file!.block!.find(({ name }) => name === 'message_type')
  const texts = new Map(
    message!
      .block!.filter(({ name }) => name === 'field')
      .map(({ block }) => {
        const of = (name: string) => block!.find((entry) => entry.name === name)?.bytes?.toString()
        return [of('name')!, of('default_value')]
      }),
  )
  return (field) => valueOf(field, texts.get(field.name))
}
