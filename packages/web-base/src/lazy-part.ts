import { lazy } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'

function untilOnline(): Promise<void> {
  return new Promise((done) => window.addEventListener('online', () => done(), { once: true }))
}

/** Loads a part of the program; without network it waits for it. Throws for a file that cannot be had. */
export async function loadPatiently<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (navigator.onLine) throw error
    await untilOnline()
    return await load()
  }
}

// eslint-disable-next-line typescript/no-explicit-any -- parts take what their place gives them
type Part = ComponentType<any>

/** A part loaded when it is first shown. A network that is away then costs what is on the page nothing. */
export function lazyPart<P extends Part>(load: () => Promise<{ default: P }>): LazyExoticComponent<P> {
  return lazy(() => loadPatiently(load))
}
