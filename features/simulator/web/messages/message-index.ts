import { NO_READINGS, findEntries, indexText } from '@qd/web-controls/search'
import type { Indexed, Readings } from '@qd/web-controls/search'

/** A command as the definition lists it. */
export interface CommandEntry {
  cmd: number
  name: string
  req: string
  res: string
  push: string
  comment: string
}

export interface MessageModule {
  /** Its name in the definition; empty where the definition has no services. */
  name: string
  comment: string
}

/** A request that can be sent. */
export interface MessageEntry {
  cmd: number
  /** `BagUseReq`: the last part of the full name. */
  name: string
  fullName: string
  /** Full name of the reply; empty for none. */
  reply: string
  comment: string
  module: MessageModule
  /** Names and comments of its fields, for the search. */
  fields: readonly string[]
}

interface Nested {
  nested?: Readonly<Record<string, Nested>>
  comment?: string
  methods?: Readonly<Record<string, { requestType?: string; comment?: string }>>
  fields?: Readonly<Record<string, { comment?: string }>>
}

export interface MessageGroup {
  module: MessageModule
  entries: readonly MessageEntry[]
}

export function lastPart(fullName: string): string {
  return fullName.slice(fullName.lastIndexOf('.') + 1)
}

const NO_MODULE: MessageModule = { name: '', comment: '' }

interface Walked {
  messages: Map<string, Nested>
  /** Service by the full name of the request it takes. */
  modules: Map<string, MessageModule>
}

function walk(nested: Nested['nested'], at: string, into: Walked): void {
  for (const [name, object] of Object.entries(nested ?? {})) {
    const fullName = at === '' ? name : `${at}.${name}`
    if (object.fields !== undefined) into.messages.set(fullName, object)
    for (const { requestType = '' } of Object.values(object.methods ?? {})) {
      const request = requestType.replace(/^\./, '')
      const full = request.includes('.') || at === '' ? request : `${at}.${request}`
      into.modules.set(full, { name, comment: object.comment ?? '' })
    }
    walk(object.nested, fullName, into)
  }
}

function fieldWords(message: Nested | undefined): string[] {
  return Object.entries(message?.fields ?? {}).flatMap(([name, { comment }]) =>
    comment === undefined || comment === null ? [name] : [name, comment],
  )
}

/** Everything that can be sent, by command number. */
export function readMessages(
  nested: Readonly<Record<string, unknown>>,
  cmds: readonly CommandEntry[],
): MessageEntry[] {
  const found: Walked = { messages: new Map(), modules: new Map() }
  walk(nested as Nested['nested'], '', found)
  return cmds
    .filter(({ req }) => req !== '')
    .map(({ cmd, req, res, comment }) => ({
      cmd,
      name: lastPart(req),
      fullName: req,
      reply: res,
      comment: comment || found.messages.get(req)?.comment || '',
      module: found.modules.get(req) ?? NO_MODULE,
      fields: fieldWords(found.messages.get(req)),
    }))
    .sort((a, b) => a.cmd - b.cmd)
}

/** By module, in the order of their first command; those of no module come last. */
export function groupMessages(entries: readonly MessageEntry[]): MessageGroup[] {
  const groups = new Map<string, { module: MessageModule; entries: MessageEntry[] }>()
  for (const entry of entries) {
    const group = groups.get(entry.module.name)
    if (group === undefined) groups.set(entry.module.name, { module: entry.module, entries: [entry] })
    else group.entries.push(entry)
  }
  return [...groups.values()].sort((a, b) => Number(a.module.name === '') - Number(b.module.name === ''))
}

/** Made ready for the search by name, number, field and comment; Chinese also by pinyin. */
export function indexMessages(
  entries: readonly MessageEntry[],
  readings: Readings = NO_READINGS,
): Indexed<MessageEntry>[] {
  return entries.map((entry) => ({
    entry,
    text: indexText(entry.name, readings),
    beside: [String(entry.cmd), entry.comment, entry.module.name, entry.module.comment, ...entry.fields]
      .filter((words) => words !== '')
      .map((words) => indexText(words, readings)),
  }))
}

export function searchMessages(indexed: readonly Indexed<MessageEntry>[], query: string): MessageEntry[] {
  return findEntries(indexed, query)
}

/** S9.02. */
export const RECENT_MESSAGES = 10

/** The name first, once, and no more than ten. */
export function withRecent(recent: readonly string[], fullName: string): string[] {
  return [fullName, ...recent.filter((other) => other !== fullName)].slice(0, RECENT_MESSAGES)
}
