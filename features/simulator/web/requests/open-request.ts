import { call } from '@qd/web-calls'
import { openConfirm, toast } from '@qd/web-frame'
import { requestGet } from '../../contract/index.ts'
import type { SavedRequest } from '../../contract/index.ts'
import { setDraft } from '../compose/compose-store.ts'
import { EMPTY_DRAFT, withText } from '../compose/draft.ts'
import type { MessageEntry } from '../messages/message-index.ts'
import { lastPart } from '../messages/message-index.ts'
import { simulatorText } from '../texts.ts'
import { setOpened, wouldLose } from './opened-requests.ts'

/** Fills the request with a saved one; asks first when something would be lost that is saved nowhere. */
export async function openRequest(
  lineId: string,
  { savedId, message }: SavedRequest,
  messages: readonly MessageEntry[],
  onOpened: (entry: MessageEntry) => void,
): Promise<void> {
  const entry = messages.find(({ fullName }) => fullName === message)
  if (entry === undefined) {
    toast.error(simulatorText('requests.unknown', { message }))
    return
  }
  const found = await call(
    requestGet,
    { body: { lineId, savedId } },
    { tag: 'simulator:requests.open', told: 'toast' },
  ).catch(() => null)
  if (found === null) return
  const { saved, body } = found
  const fill = (): void => {
    setDraft(message, withText(EMPTY_DRAFT, body))
    setOpened(message, { saved, text: body })
    onOpened(entry)
  }
  if (!wouldLose(message, body)) return fill()
  openConfirm({
    title: simulatorText('requests.open'),
    text: simulatorText('requests.openAsk', { name: saved.name, message: lastPart(message) }),
    action: simulatorText('requests.open'),
    run: async () => fill(),
  })
}
