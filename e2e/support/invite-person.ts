import { proven } from '@qd/app-server/testing'
import type { TestConsole } from '@qd/app-server/testing'
import type { Page } from './browser.ts'

const PASSWORD = 'tide tables at dawn 7'

/** Invites somebody who holds a role of these permissions at one place and nothing else; gives the path of the link. */
export async function invitePerson(
  running: TestConsole,
  person: { username: string; codes: readonly string[]; scope: string },
): Promise<string> {
  const { username, codes, scope } = person
  const admin = await running.signIn('admin')
  const role = await proven(admin, () =>
    admin.post('/platform/role/save', { code: username, name: username, codes, version: 0 }),
  )
  if (role.http !== 200) throw new Error(`role: ${role.body.msg}`)
  const invited = await proven(admin, () =>
    admin.post<{ path: string }>('/platform/user/invite', {
      username,
      name: '陆礁',
      department: '',
      mustUseSecondFactor: false,
      grants: [{ role: username, scope, environment: '*' }],
      groupIds: [],
    }),
  )
  if (invited.http !== 200) throw new Error(`invitation: ${invited.body.msg}`)
  return invited.body.data.path
}

/** Opens the link of an invitation and gives the account its password; the new person is signed in then. */
export async function acceptInvitation(page: Page, link: string): Promise<void> {
  await page.goto(link)
  const passwords = page.locator('input[type=password]')
  await passwords.first().fill(PASSWORD)
  await passwords.nth(1).fill(PASSWORD)
  await page.locator('form button[type=submit]').click()
  // The page of the link leads home by itself; whoever goes on sooner is led away again.
  await page.waitForURL((url) => !url.hash.includes('code='))
  await page.getByRole('main').waitFor()
}
