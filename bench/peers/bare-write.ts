// One row per request through the same store, without session, guard, audit or contract.
import { openStore } from '@qd/store'
import Fastify from 'fastify'

interface Tables {
  note: { id: string; text: string }
}

const store = await openStore<Tables>({
  dataDir: process.argv[2]!,
  migrations: [
    {
      name: 'bench-0001',
      up: async (db) => {
        await db.schema
          .createTable('note')
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('text', 'text')
          .execute()
      },
    },
  ],
})

let count = 0
const app = Fastify()
app.post('/write', async (request) => {
  count += 1
  const row = { id: String(count), text: JSON.stringify(request.body) }
  await store.write((tx) => tx.insertInto('note').values(row).execute())
  return { status: 0, id: row.id }
})
const url = await app.listen({ port: 0, host: '127.0.0.1' })
process.on(
  'SIGTERM',
  () =>
    void app
      .close()
      .then(() => store.close())
      .then(() => process.exit(0)),
)
console.log(`ready at ${url}`)
