import type { SchemaChange } from './schema-change.ts'

/** A command as the game's definition names it; types may be empty. */
export interface WireCommand {
  cmd: number
  name: string
  req: string
  res: string
  push: string
}

const PARTS = [
  ['command_request_changed', 'req'],
  ['command_reply_changed', 'res'],
  ['command_push_changed', 'push'],
] as const

function isSameTypes(old: WireCommand, now: WireCommand): boolean {
  return old.req === now.req && old.res === now.res && old.push === now.push
}

function changedParts(old: WireCommand, now: WireCommand): SchemaChange[] {
  return PARTS.flatMap(([code, part]) => {
    const [before, after] = [old[part], now[part]]
    return before === after ? [] : [{ code, breaking: true, path: now.name, before, after }]
  })
}

export function diffCommands(before: readonly WireCommand[], after: readonly WireCommand[]): SchemaChange[] {
  const changes: SchemaChange[] = []
  const numbersNow = new Map(after.map((command) => [command.cmd, command]))
  const namesNow = new Map(after.map((command) => [command.name, command]))
  const names = new Set(before.map(({ name }) => name))
  const numbers = new Set(before.map(({ cmd }) => cmd))
  for (const old of before) {
    const now = numbersNow.get(old.cmd)
    const moved = namesNow.get(old.name)
    const path = old.name
    const isNew = now !== undefined && !names.has(now.name)
    const facts = { path: now?.name ?? path, before: old.name, after: now?.name ?? '' }
    if (now?.name === old.name) changes.push(...changedParts(old, now))
    else if (moved !== undefined) {
      const places = { before: String(old.cmd), after: String(moved.cmd) }
      changes.push({ code: 'command_moved', breaking: true, path, ...places }, ...changedParts(old, moved))
      if (isNew) changes.push({ code: 'command_number_reused', breaking: true, ...facts })
    } else if (now === undefined) {
      changes.push({ code: 'command_removed', breaking: true, path, before: String(old.cmd) })
    } else if (isNew && isSameTypes(old, now)) {
      changes.push({ code: 'command_renamed', breaking: false, ...facts })
    } else changes.push({ code: 'command_number_reused', breaking: true, ...facts })
  }
  for (const { name, cmd } of after) {
    if (names.has(name) || numbers.has(cmd)) continue
    changes.push({ code: 'command_added', breaking: false, path: name, after: String(cmd) })
  }
  return changes
}
