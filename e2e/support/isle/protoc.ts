import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** The .proto files of the game, as its developers have them. */
export const PROTOS = join(import.meta.dirname, 'protos')

function protoc(way: '--encode' | '--decode', name: string, input: string | Uint8Array): Buffer {
  const folders = [`-I${PROTOS}`, `-I${join(import.meta.dirname, 'well-known')}`]
  return execFileSync('protoc', [...folders, `${way}=isle.${name}`, 'isle.proto'], { input })
}

/** A message in the text form of protobuf as bytes; by the compiler of protobuf and nothing of the console. */
export function encoded(name: string, text: string): Buffer {
  return protoc('--encode', name, text)
}

/** What bytes say, in the text form. */
export function decoded(name: string, bytes: Uint8Array): string {
  return protoc('--decode', name, bytes).toString('utf8')
}
