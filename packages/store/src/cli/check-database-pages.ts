import { DatabaseSync } from 'node:sqlite'
import { checkPages } from '../sqlite/check-pages.ts'

// Its own process: a check of a large file takes many seconds, and can be ended only so.
const [file = ''] = process.argv.slice(2)
const db = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
process.stdout.write(JSON.stringify({ damage: checkPages(db, 'quick_check') }))
db.close()
