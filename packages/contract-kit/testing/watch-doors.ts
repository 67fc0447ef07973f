import { afterEach, beforeEach } from 'vitest'
import { noteDoor, takeDoors } from './doors.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Doors of the product the test went through; read by scripts/requirements.ts. */
    doors?: string[]
  }
}

const NUMBER = /\[[^\]]*\bS\d{1,2}\.\d{2}\b[^\]]*\]/
/** A game server's own calls are no door of the console. */
const FOREIGN = /^\/(?:gm|open-game)\//

const plainFetch = globalThis.fetch

/** Calls made by a test over the network are doors, whatever helper makes them. */
async function notedFetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const address = input instanceof Request ? input.url : String(input)
  const { pathname } = new URL(address, 'http://127.0.0.1')
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
  if (!FOREIGN.test(pathname)) noteDoor(`${method} ${pathname}`)
  return plainFetch(input, init)
}

function fullName(task: { name: string; suite?: { name: string } | undefined }): string {
  return `${task.suite?.name ?? ''} ${task.name}`
}

beforeEach(() => {
  takeDoors()
  if (globalThis.fetch === plainFetch) globalThis.fetch = notedFetch
})

afterEach(({ task }) => {
  const opened = takeDoors()
  if (opened.length > 0) task.meta.doors = opened
  else if (NUMBER.test(fullName(task)))
    throw new Error(
      'The title names a requirement, but the test goes through no door of the product (a call or a page)',
    )
})
