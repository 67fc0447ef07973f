import { lazy } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'
import { pageBase } from './address/page-base.ts'

const AGAIN_MS = 3_000

/** Whether anything answers at the console's address. */
async function isConsoleThere(): Promise<boolean> {
  try {
    await fetch(`${pageBase()}/readyz`, { cache: 'no-store' })
    return true
  } catch {
    return false
  }
}

/** Until the browser has a network again; one that is there already gets a while. */
function untilBack(): Promise<void> {
  return new Promise((done) => {
    const end = (): void => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      done()
    }
    const timer = setTimeout(end, AGAIN_MS)
    window.addEventListener('online', end)
  })
}

/** Loads a part of the program; without network it waits for it instead of failing. Throws for a file that is gone. */
export async function loadPatiently<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    while (!(await isConsoleThere())) await untilBack()
    return await load()
  }
}

// eslint-disable-next-line typescript/no-explicit-any -- parts take what their place gives them
type Part = ComponentType<any>

/** A part loaded when it is first shown. A network that is away then costs what is on the page nothing. */
export function lazyPart<P extends Part>(load: () => Promise<{ default: P }>): LazyExoticComponent<P> {
  return lazy(() => loadPatiently(load))
}
