import type { AnyTx } from '@qd/store'
import { NEW_DEVICE } from '../../contract/index.ts'
import type { UseCaseDeps } from '../use-case-deps.ts'
import { deviceName } from './device-name.ts'

interface SignedIn {
  userId: string
  userAgent: string
  address: string
  deviceId: string
}

/** Tells the owner of an account that it was used in a browser it did not know. */
export function tellNewDevice(
  { notifications }: UseCaseDeps,
  tx: AnyTx,
  { userId, userAgent, address, deviceId }: SignedIn,
): Promise<void> {
  const device = deviceName(userAgent)
  const params = { device: device === '' ? '?' : device, address }
  return notifications.tell(tx, { kind: NEW_DEVICE, params, page: '/account', key: deviceId }, [userId])
}
