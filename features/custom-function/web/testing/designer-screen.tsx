import { protoDefinition } from '@qd/simulator/contract'
import { tipProtocol } from '@qd/data-edit/contract'
import { FakeFailure, TEST_SCOPE, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { AppOptions, FakeApi } from '@qd/web-testing'
import type { ComponentType } from 'react'
import { Route, Routes } from 'react-router'
import { checkFunction, functionGet, saveFunction, tryFunction } from '../../contract/index.ts'
import type { FunctionDefinition } from '../../contract/index.ts'
import { fakeFunctions } from './fake-functions.ts'
import { planOf, welcome } from './sample-functions.ts'

const field = (fieldName: string, name: string) => ({ fieldName, name, type: 'int', comment: '' })
/** Reads a number and sets it to a parameter. */
export const definition: FunctionDefinition = {
  title: '新手补偿',
  group: '补偿',
  comment: '',
  target: 'player',
  parameters: [field('level', '等级')],
  steps: [
    { kind: 'read', as: 'gold', diff: 'Role', path: ['gold'] },
    {
      kind: 'patch',
      changes: [{ diff: 'Role', path: ['gold'], op: 'set', value: { $: 'param.level' } }],
    },
  ],
}
export const fine = { faults: [], risk: 'R2' as const, needsDryRun: true }
export const missing = { path: 'steps.0.diff', code: 'part_missing', msg: '尚未填写' }

/** May design functions at one operator, and nothing else. */
export const designer = testUser({
  roles: ['designer'],
  grants: [
    {
      scope: 'lantern/northwind',
      environment: '*',
      codes: ['dataModify.function.manage', 'dataModify.function.run'],
    },
  ],
})

/** Everything a designer asks for; tests replace the answers they are about. */
export function fakeDesign(): FakeApi {
  const answers = [
    ...fakeFunctions(),
    fake(tipProtocol, () => ({
      md5: 'a41f',
      protocol: {
        diffInfos: {
          Role: {
            name: 'Role',
            comment: '角色',
            netKey: 'role',
            key: '',
            names: {},
            fields: [field('gold', '金币')],
          },
        },
        protocols: [],
      },
    })),
    fake(protoDefinition, () => new FakeFailure(404, 'capability_missing', '没有')),
    fake(checkFunction, () => fine),
    fake(functionGet, () => ({ entry: welcome, definition })),
    fake(saveFunction, () => ({ id: 'f-new', version: '1' })),
    fake(tryFunction, () => ({ risk: 'R2' as const, isRunnable: true, steps: planOf().steps })),
  ]
  return fakeApi(answers, { isGuarded: true })
}

/** Shows the page of the designer, which the test names itself: it is the door the test goes through. */
export async function openDesigner(Page: ComponentType, path = '/functionDesign', options: AppOptions = {}) {
  const { user } = await renderWithApp(
    <Routes>
      <Route path="/functionDesign/:functionId?" element={<Page />} />
    </Routes>,
    { scope: TEST_SCOPE, user: designer, ...options, path },
  )
  return user
}
