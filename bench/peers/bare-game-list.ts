// What one would write without a guard: the type provider, the contract's own schemas, the same bytes.
import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod'

const game = z.object({
  id: z.string(),
  name: z.string(),
  code: z.string(),
  environment: z.enum(['dev', 'test', 'staging', 'production']),
})
const reply = z.object({ status: z.int(), msg: z.string(), data: z.array(game), requestId: z.string() })

/** The answer of the console, handed over so that both sides send the same bytes. */
const sample = reply.parse(JSON.parse(process.argv[2]!))

const db = new DatabaseSync(':memory:')
db.exec('create table game (id text primary key, name text, code text, environment text)')
const insert = db.prepare('insert into game values (?, ?, ?, ?)')
for (const row of sample.data) insert.run(row.id, row.name, row.code, row.environment)
const select = db.prepare('select id, name, code, environment from game order by id')

const app = Fastify().withTypeProvider<ZodTypeProvider>()
app.setValidatorCompiler(validatorCompiler)
app.setSerializerCompiler(serializerCompiler)
const schema = { body: z.looseObject({}), response: { 200: reply } }
const answer = (data: z.infer<typeof game>[]) => ({ ...sample, data })
app.post('/query', { schema }, () => answer(select.all() as z.infer<typeof game>[]))
app.post('/memory', { schema }, () => answer(sample.data))

const url = await app.listen({ port: 0, host: '127.0.0.1' })
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)))
console.log(`ready at ${url}`)
