import { buildWeb } from '../build-web.ts'
import { endWithParent } from './end-with-parent.ts'

endWithParent()

// The pages first: a console without pages is not ready. Cached by content, so this is a file read on later starts.
let isBuilt = false
try {
  isBuilt = (await buildWeb()) === 'built'
} catch (error) {
  console.error(error)
  console.error(
    'The pages could not be built. Where nobody changed the code: delete node_modules and start again.',
  )
  process.exit(1)
}
const { main } = await import('../../apps/server/main.ts')
if (isBuilt) {
  const { createAnnouncer } = await import('../../apps/server/listen/announcer.ts')
  const isSandbox = process.env['QD_SANDBOX'] !== 'off'
  createAnnouncer({ isTerminal: process.stdout.isTTY, isSandbox }).say('Built the pages.')
}
await main()
