import type { CallContext } from '@qd/server-kit'
import { protoZipOf } from '../download-proto.ts'
import { asFile, sendZip, zipOf } from '../send-zip.ts'
import type { Definition } from './packed-definition.ts'
import { siteFilesOf } from './site/site-files.ts'

/** A definition with what its files are called. */
export interface NamedDefinition {
  definition: Definition
  hash: string
  /** Of the files: what it is of. */
  name: string
  /** Of the pages, for people. */
  title: string
}

type FileContext = Pick<CallContext, 'reply' | 'text' | 'lang'>

/** Enough of a hash to tell versions apart in the name of a file. */
const SHORT = 8

const endOf = ({ name, hash }: NamedDefinition) => `${name}-${hash.slice(0, SHORT)}`

/** The definition as .proto files in a zip. */
export function sendProto(ctx: FileContext, named: NamedDefinition): Buffer {
  return sendZip(ctx, `proto-${endOf(named)}`, protoZipOf(named.definition.nested))
}

/** The definition as the JSON descriptor of protobuf.js with its commands. */
export function sendDescriptor(ctx: FileContext, named: NamedDefinition): string {
  // Not by a name of JSON: readers of answers would take it for an envelope.
  asFile(ctx, 'text/plain; charset=utf-8', `definition-${endOf(named)}.json`)
  const { nested, cmds } = named.definition
  return JSON.stringify({ nested, cmds }, null, 2)
}

/** The definition as pages that open from a folder. */
export function sendSite(ctx: FileContext, named: NamedDefinition): Buffer {
  return sendZip(ctx, `protocol-${endOf(named)}`, zipOf(siteFilesOf(named.definition, named, ctx)))
}
