import { isCallError } from '@qd/web-base'

/** Whether a call was carried out; false where its sender decided against it, or handed it in for approval instead. */
export async function unlessLeft(sent: Promise<unknown>): Promise<boolean> {
  try {
    await sent
    return true
  } catch (error) {
    if (isCallError(error) && error.code === 'aborted') return false
    throw error
  }
}
