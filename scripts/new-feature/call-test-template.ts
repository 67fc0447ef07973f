import { depthOf } from '../checks/call-depth.ts'
import type { FeatureNames } from './feature-template.ts'
import type { FeatureOptions } from './new-feature-options.ts'

const UPSTREAM_TEST = `
  it.each<[HttpPersonality, number, string]>([
    ['hang_up', 503, 'upstream_down'],
    ['slow', 504, 'upstream_timeout'],
    ['garbage', 502, 'upstream_garbage'],
    ['bad_signature', 502, 'upstream_signature'],
    ['refuse', 422, 'upstream_refused'],
  ])('fails as the game does: %s', async (personality, http, code) => {
    fake.game.behave(personality)
    expect(await holder().post(path, body)).toMatchObject({ http, body: { data: null, err: { code } } })
  })
`

/** The route test of the call: works, no login, no permission, foreign scope, bad input, upstream failure. */
export function routeTest({ name, camel, pascal }: FeatureNames, options: FeatureOptions): string {
  const { given, wrong, field, place } = depthOf(options)
  const { hasGame } = options
  const answer = hasGame ? 'Asia/Shanghai' : 'test'
  const start = hasGame
    ? `let fake: Awaited<ReturnType<typeof startFakeGame>>
let app: ReturnType<typeof createTestApp>
beforeAll(async () => {
  fake = await startFakeGame()
  app = createTestApp({ features: [create${pascal}Feature(fake.deps)], scope })
})
afterAll(async () => {
  await app.close()
  await fake.game.stop()
})
beforeEach(() => fake.game.behave('honest'))`
    : `const app = createTestApp({ features: [create${pascal}Feature()], scope })
afterAll(() => app.close())`
  return `import { afterAll, ${hasGame ? 'beforeAll, beforeEach, ' : ''}describe, expect, it } from 'vitest'
${hasGame ? "import type { HttpPersonality } from '@qd/adapter-standard/testing'\n" : ''}import { aCaller, aServer, createTestApp, fixedScope } from '@qd/server-kit/testing'
import { create${pascal}Feature } from './index.ts'
${hasGame ? "import { startFakeGame } from './testing/fake-game.ts'\n" : ''}
const path = '/platform/${camel}/ask'
const body = ${given}
const scope = fixedScope([aServer()])
${start}

const holding = (user: string, scopePath: string, code: string) =>
  app.as(aCaller(user, [{ scope: scopePath, environment: '*', codes: [code] }]))
const holder = () => holding('zhou', '${place}', '${name}.ask')

describe('${name} ask', () => {
  it('answers whoever holds the permission at the place', async () => {
    expect(await holder().post(path, body)).toMatchObject({ http: 200, body: { data: { answer: '${answer}' } } })
  })

  it('answers 401 without login', async () => {
    expect((await app.anonymous.post(path, body)).http).toBe(401)
  })

  it('answers 403 without the permission, and with it at another place', async () => {
    expect((await holding('he', '*', '${name}.read').post(path, body)).http).toBe(403)
    expect((await holding('lin', 'lantern/harbour', '${name}.ask').post(path, body)).http).toBe(403)
  })

  it('names the field that is wrong', async () => {
    const answer = await holder().post(path, ${wrong})
    expect([answer.http, answer.body.err?.field]).toEqual([400, '${field}'])
  })
${hasGame ? UPSTREAM_TEST : ''}})
`
}

/** The screen test of the call, as somebody with its rights alone. */
export function screenTest({ name, camel, pascal }: FeatureNames, options: FeatureOptions): string {
  const { place, given, missing, about } = depthOf(options)
  return `import { FakeFailure, TEST_SCOPE, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { ${camel}Ask, ${camel}Overview } from '../contract/index.ts'
import { ${pascal}Page } from './${name}-page.tsx'

/** Who holds just these rights, at one ${about}. */
const holding = (...codes: string[]) =>
  testUser({ roles: ['operator'], grants: [{ scope: '${place}', environment: '*', codes }] })
const holder = holding('${name}.read', '${name}.ask')

let api: FakeApi
beforeEach(() => {
  const answers = [
    fake(${camel}Overview, () => ({ places: ['${place}'] })),
    fake(${camel}Ask, () => ({ answer: 'harbour' })),
  ]
  api = fakeApi(answers, { isGuarded: true })
})

describe('${name} page', () => {
  it('asks about the selected ${about} and shows the answer', async () => {
    const { user } = await renderWithApp(<${pascal}Page />, { scope: TEST_SCOPE, user: holder })
    await user.click(await screen.findByRole('button', { name: /查\\s?询/ }))
    expect(await screen.findByText('结果：harbour')).toBeTruthy()
    expect(api.callsOf(${camel}Ask)).toMatchObject([{ body: ${given} }])
  })

  it('offers nothing to those who may not ask', async () => {
    await renderWithApp(<${pascal}Page />, { scope: TEST_SCOPE, user: holding('${name}.read') })
    expect(await screen.findByText('${place}')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /查\\s?询/ })).toBeNull()
  })

  it('says what has to be selected first and asks nothing', async () => {
    const { user } = await renderWithApp(<${pascal}Page />, { scope: ${missing}, user: holder })
    await user.click(await screen.findByRole('button', { name: /查\\s?询/ }))
    expect(await screen.findByText('请选择${options.hasGame ? '区服' : '线路'}')).toBeTruthy()
    expect(api.callsOf(${camel}Ask)).toEqual([])
  })

  it('shows why it failed', async () => {
    api.on(${camel}Ask, () => new FakeFailure(502, 'upstream_garbage', '港口没有回答'))
    const { user } = await renderWithApp(<${pascal}Page />, { scope: TEST_SCOPE, user: holder })
    await user.click(await screen.findByRole('button', { name: /查\\s?询/ }))
    expect(await screen.findByText(/港口没有回答/)).toBeTruthy()
  })
})
`
}
