import { buildWeb } from '../build-web.ts'
import { endWithParent } from './end-with-parent.ts'

endWithParent()

// The pages first: a console without pages is not ready. Cached by content, so this is a file read on later starts.
try {
  if ((await buildWeb()) === 'built') console.log('Built the pages.')
} catch (error) {
  console.error(error)
  console.error(
    'The pages could not be built. Where nobody changed the code: delete node_modules and start again.',
  )
  process.exit(1)
}
const { main } = await import('../../apps/server/main.ts')
await main()
