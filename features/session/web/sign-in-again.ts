import { useSession } from '@qd/web-base'
import { call, queryClient, retryLive } from '@qd/web-calls'
import { login } from '../contract/login.ts'

/**
 * Signs the same user in again over the page: nothing that was typed or stored is lost. Throws CallError;
 * `second_factor_required` asks for `otp` as well.
 */
export async function signInAgain(password: string, otp?: string): Promise<void> {
  const { userInfo: user } = useSession.getState()
  if (user === null) throw new Error('nobody is signed in here')
  const body = { username: user.username, password, ...(otp === undefined ? {} : { otp }) }
  const { token, userInfo } = await call(
    login,
    { body },
    { tag: 'session:again.open', told: 'form', keepsSession: true },
  )
  useSession.setState({ token, userInfo, signedInAt: Date.now() })
  retryLive()
  await queryClient.invalidateQueries()
}
