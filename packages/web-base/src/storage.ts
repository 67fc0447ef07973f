import { createJSONStorage } from 'zustand/middleware'
import type { PersistStorage } from 'zustand/middleware'

const PREFIX = 'qd.'

function storage(): Storage | null {
  try {
    return window.localStorage
  } catch {
    // Blocked by the browser's privacy settings: the page works, it only forgets.
    return null
  }
}

/** What this browser remembers under a name; null where storage is closed. */
export function readStored(name: string): string | null {
  return storage()?.getItem(`${PREFIX}${name}`) ?? null
}

export function writeStored(name: string, value: string): void {
  try {
    storage()?.setItem(`${PREFIX}${name}`, value)
  } catch {
    // A full disk must not stop work; what is not remembered is asked again.
  }
}

export function dropStored(name: string): void {
  storage()?.removeItem(`${PREFIX}${name}`)
}

/** Names that begin so under which this browser remembers something. */
export function storedNames(start: string): string[] {
  return Object.keys(storage() ?? {})
    .filter((name) => name.startsWith(`${PREFIX}${start}`))
    .map((name) => name.slice(PREFIX.length))
}

function windowStorage(): Storage | null {
  try {
    return window.sessionStorage
  } catch {
    return null
  }
}

/** What this window alone remembers: a reload finds it, another window does not. */
export function readOfWindow(name: string): string | null {
  return windowStorage()?.getItem(`${PREFIX}${name}`) ?? null
}

export function writeOfWindow(name: string, value: string): void {
  try {
    windowStorage()?.setItem(`${PREFIX}${name}`, value)
  } catch {
    // As above.
  }
}

export function dropOfWindow(name: string): void {
  windowStorage()?.removeItem(`${PREFIX}${name}`)
}

/** Empties the browser's storage of this origin (S4.04). */
export function clearStorage(): void {
  storage()?.clear()
  windowStorage()?.clear()
}

/** Keeps a store's state under `qd.<name>`. */
export function storedState<T>(): PersistStorage<T> | undefined {
  return createJSONStorage<T>(() => ({
    getItem: (name) => readStored(name),
    setItem: (name, value) => writeStored(name, value),
    removeItem: (name) => dropStored(name),
  }))
}
