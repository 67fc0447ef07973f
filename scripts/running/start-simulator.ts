import { runAlone } from '../../apps/server/alone/run-alone.ts'
import { buildWeb } from '../build-web.ts'
import { endWithParent } from './end-with-parent.ts'

endWithParent()

await runAlone(process.argv.slice(2), {
  from: process.env['INIT_CWD'] ?? process.cwd(),
  async prepare() {
    if ((await buildWeb()) === 'built') console.log('Built the pages.')
  },
})
