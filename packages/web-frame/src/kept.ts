import { useCallback } from 'react'
import { create } from 'zustand'
import type { PreferenceKeeper } from './feature/keepers.ts'
import { composedFeatures } from './feature/slots.tsx'
import { dropStored, readStored, storedNames, writeStored } from '@qd/web-base'

/** Several changes of one key within this time are saved as one. */
export const SAVE_DELAY_MS = 800

interface Kept {
  values: Readonly<Record<string, unknown>>
}

const useKeptStore = create<Kept>()(() => ({ values: {} }))

/** What a feature keeps with the account; without one, this browser alone remembers. */
const keeper = (): PreferenceKeeper | undefined =>
  composedFeatures().find(({ preferences }) => preferences !== undefined)?.preferences

/** Not with the account yet, by key. */
const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; value: unknown }>()

function storedValue(key: string): unknown {
  const text = readStored(`kept.${key}`)
  if (text === null) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** A value as it is now, with what other windows of this browser changed: what a change of a part begins from. */
export function keptNow(key: string): unknown {
  return storedValue(key) ?? useKeptStore.getState().values[key]
}

/** Keys that begin so under which something is kept, in this browser or with the account. */
export function keptKeys(start: string): string[] {
  const known = Object.entries(useKeptStore.getState().values).filter(([, value]) => value !== undefined)
  const stored = storedNames(`kept.${start}`).map((name) => name.slice('kept.'.length))
  return [...new Set([...known.map(([key]) => key).filter((key) => key.startsWith(start)), ...stored])]
}

/** Keeps a value in this browser at once and with the account a moment later; undefined forgets it. */
export function keep(key: string, value: unknown): void {
  useKeptStore.setState(({ values }) => ({ values: { ...values, [key]: value } }))
  if (value === undefined) dropStored(`kept.${key}`)
  else writeStored(`kept.${key}`, JSON.stringify(value))
  clearTimeout(waiting.get(key)?.timer)
  waiting.set(key, { timer: setTimeout(() => save(key), SAVE_DELAY_MS), value })
}

function save(key: string, outlivesPage = false): void {
  const found = waiting.get(key)
  if (found === undefined) return
  waiting.delete(key)
  clearTimeout(found.timer)
  // What could not be saved stays in this browser and goes up with the next change.
  keeper()
    ?.save(key, found.value ?? null, ...(outlivesPage ? [true] : []))
    .catch(() => {})
}

// The page of a moment later would load what the account had before.
addEventListener('pagehide', () => {
  for (const key of waiting.keys()) save(key, true)
})

/** A setting of the interface that follows the user from browser to browser. */
export function useKept<T>(key: string, usual: T): [T, (value: T | undefined) => void] {
  const here = useKeptStore(({ values }) => (Object.hasOwn(values, key) ? values[key] : undefined))
  const isKnown = useKeptStore(({ values }) => Object.hasOwn(values, key))
  const value = isKnown ? here : storedValue(key)
  const change = useCallback((next: T | undefined) => keep(key, next), [key])
  return [(value as T | undefined | null) ?? usual, change]
}

/** Brings what the account keeps into this browser; a change that waits to be saved is newer and stays. */
export async function loadKept(): Promise<void> {
  const loaded = (await keeper()?.load()) ?? {}
  const fresh = Object.fromEntries(Object.entries(loaded).filter(([key]) => !waiting.has(key)))
  for (const [key, value] of Object.entries(fresh)) writeStored(`kept.${key}`, JSON.stringify(value))
  useKeptStore.setState(({ values }) => ({ values: { ...values, ...fresh } }))
}

/** Forgets what another user kept. */
export function forgetKept(): void {
  for (const { timer } of waiting.values()) clearTimeout(timer)
  waiting.clear()
  useKeptStore.setState({ values: {} })
}
