import { buildWeb } from '../build-web.ts'
import { endWithParent } from './end-with-parent.ts'

endWithParent()

// The pages first: a console without pages is not ready. Cached by content, so this is a file read on later starts.
if ((await buildWeb()) === 'built') console.log('Built the pages.')
const { main } = await import('../../apps/server/main.ts')
await main()
