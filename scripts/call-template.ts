import type { Language } from '../packages/i18n/src/index.ts'
import type { FeatureNames } from './feature-template.ts'
import type { FeatureOptions } from './new-feature-options.ts'

/** What the call of a fresh feature says; the other languages are drafted from these. */
type WrittenLanguage = Extract<Language, 'cn' | 'en'>

interface CallTexts {
  title: string
  ask: string
  answer: string
}

const WORDS: Record<WrittenLanguage, (name: string) => CallTexts> = {
  cn: (name) => ({ title: `${name} 查询`, ask: '查询', answer: '结果：{{answer}}' }),
  en: (name) => ({ title: `Ask about ${name}`, ask: 'Ask', answer: 'Answer: {{answer}}' }),
}

/** How deep a selection the call needs, and what of it stands in the body. */
function depthOf({ hasGame }: FeatureOptions) {
  return hasGame
    ? {
        level: 3,
        body: 'lineId: schemas.shortText, sId: schemas.sIdNumber',
        target: 'lineId: body.lineId, sId: body.sId',
        about: 'server',
        given: "{ lineId: 'northwind-test', sId: 123 }",
        wrong: "{ ...body, sId: 'harbour' }",
        field: 'sId',
        place: 'lantern/northwind/northwind-test/123',
        selected: '{ lineId, sId }',
        missing: "{ game: 'lantern', partnerCode: 'northwind', lineId: 'northwind-test' }",
      }
    : {
        level: 2,
        body: 'lineId: schemas.shortText',
        target: 'lineId: body.lineId',
        about: 'line',
        given: "{ lineId: 'northwind-test' }",
        wrong: '{ lineId: 7 }',
        field: 'lineId',
        place: 'lantern/northwind/northwind-test',
        selected: '{ lineId }',
        missing: "{ game: 'lantern', partnerCode: 'northwind' }",
      }
}

export const heldBy = (roles: readonly string[]) => `[${roles.map((role) => `'${role}'`).join(', ')}]`

/** The declared call with its permission, below what the contract declares anyway. */
export function callContract({ name, camel }: FeatureNames, options: FeatureOptions): string {
  const { level, body, target, about } = depthOf(options)
  return `
const ask = definePermission({
  routerName: '${name}',
  code: 'ask',
  type: 'button',
  heldBy: ${heldBy(options.role === null ? [] : [options.role])},
})

/** What is asked of a ${about}; what changes something is riskier than R0 and says so. */
export const ${camel}Ask = defineRoute({
  method: 'POST',
  path: '/platform/${camel}/ask',
  title: '${name}.ask',
  permission: ask,
  level: ${level},
  risk: 'R0',
  body: z.object({ ${body} }),
  target: ({ body }) => ({ ${target} }),
  reply: z.object({ answer: z.string() }),
})
`
}

function gameVerb({ camel, pascal }: FeatureNames): Record<string, string> {
  return {
    'server/show-answer.ts': `import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteReplyGiven } from '@qd/contract-kit'
import { fromGame } from '@qd/server-kit'
import type { CallContext, ReachPort } from '@qd/server-kit'
import type { ${camel}Ask } from '../contract/index.ts'

/** What the feature needs of the console; apps/server fills it. */
export interface ${pascal}Deps {
  /** The way to the game server of a place. */
  reach: Pick<ReachPort<'time'>, 'reach'>
}

/** Asks the game server; the group \`time\` and its call are the ones to replace. */
export async function showAnswer(
  { reach }: ${pascal}Deps,
  { place, signal }: Pick<CallContext, 'place' | 'signal'>,
): Promise<RouteReplyGiven<typeof ${camel}Ask>> {
  if (place.server === undefined) throw new AppError(coreErrors.server_required, { field: 'sId' })
  const { time, target } = await reach.reach(place.server)
  const { zone } = await fromGame(time.read(target, { signal }))
  return { answer: zone }
}
`,
    'server/testing/fake-game.ts': `import { createStandardAdapter } from '@qd/adapter-standard'
import { plainDialer, startLyingGame } from '@qd/adapter-standard/testing'
import type { ${pascal}Deps } from '../show-answer.ts'

/** A game server that answers as the test wants it to, over the real adapter, and the port that leads there. */
export async function startFakeGame() {
  const game = await startLyingGame('honest', { sId: 123 })
  const adapter = createStandardAdapter({ dialer: plainDialer(), readTimeoutMs: 1_500, cacheMs: 0 })
  const deps: ${pascal}Deps = { reach: { reach: async () => ({ ...adapter, target: game.target }) } }
  return { game, deps }
}
`,
  }
}

function plainVerb({ camel }: FeatureNames): Record<string, string> {
  return {
    'server/show-answer.ts': `import type { RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { ${camel}Ask } from '../contract/index.ts'

/** What the console knows of the line; the author puts here what the feature does. */
export function showAnswer({ place }: Pick<CallContext, 'place'>): RouteReplyGiven<typeof ${camel}Ask> {
  return { answer: place.environment ?? '' }
}
`,
  }
}

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

function routeTest({ name, camel, pascal }: FeatureNames, options: FeatureOptions): string {
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

/** The verb file, its test and, for a game, the fake one. */
export function callServer(names: FeatureNames, options: FeatureOptions): Record<string, string> {
  return {
    ...(options.hasGame ? gameVerb(names) : plainVerb(names)),
    'server/show-answer.test.ts': routeTest(names, options),
  }
}

function panel({ name, camel }: FeatureNames, options: FeatureOptions): string {
  const { selected, about } = depthOf(options)
  return `import { Allowed, ErrorState, Panel, useAction, useScope, useSend, useTexts } from '@qd/web-kit'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { ${camel}Ask } from '../contract/index.ts'

/** Asks about the selected ${about}, for those who may; says first what has to be selected (S5.01). */
export function AskPanel(): ReactNode {
  const t = useTexts('${name}')
  const { run } = useAction(${camel}Ask)
  const ask = useSend(${camel}Ask, { tag: '${name}:ask', told: 'face' })
  const send = () => {
    const ${selected} = useScope.getState()
    ask.mutate({ body: ${selected} })
  }
  return (
    <Allowed action={${camel}Ask}>
      <Panel title={t('ask')} bodyPadding={12}>
        <Button loading={ask.isPending} onClick={() => run(send)}>
          {t('ask')}
        </Button>
        {ask.isError ? <ErrorState error={ask.error} onRetry={send} /> : null}
        {ask.data === undefined ? null : <p>{t('answer', ask.data)}</p>}
      </Panel>
    </Allowed>
  )
}
`
}

function screenTest({ name, camel, pascal }: FeatureNames, options: FeatureOptions): string {
  const { place, given, missing, about } = depthOf(options)
  return `import { FakeFailure, TEST_SCOPE, fake, fakeApi, renderWithApp, testUser } from '@qd/web-kit/testing'
import type { FakeApi } from '@qd/web-kit/testing'
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

export function callWeb(names: FeatureNames, options: FeatureOptions): Record<string, string> {
  return {
    'web/ask-panel.tsx': panel(names, options),
    [`web/${names.name}-page.test.tsx`]: screenTest(names, options),
  }
}

/** Its texts in one language, by room; none in those that are drafted. */
export function callTexts({ name }: FeatureNames, language: Language) {
  if (language !== 'cn' && language !== 'en') return null
  const { title, ask, answer } = WORDS[language](name)
  return {
    routes: { [`${name}.ask`]: title },
    permissions: { [`${name}.ask`]: title },
    web: { ask, answer },
  }
}
