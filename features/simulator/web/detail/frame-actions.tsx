import { IconButton, MenuButton } from '@qd/web-controls'
import { copyAloud, toast } from '@qd/web-frame'
import { ArrowLeftRight, Copy, GitCompareArrows, Pin, PinOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { askConnection, patchConnection, rowsOf, selectFrame } from '../connections/connection-store.ts'
import type { Connection } from '../connections/connection-store.ts'
import { useAsk } from '../connections/use-ask.ts'
import { hexDump } from '../hex/hex-text.ts'
import { useSimulatorTexts } from '../texts.ts'
import type { DecodedFrame } from './decode-frame.ts'
import { readFrame } from './frame-bytes.ts'
import { frameStep } from './frame-step.ts'

/** What can be done with the frame that is shown. */
export function FrameActions({
  connection,
  decoded,
}: {
  connection: Connection
  decoded: DecodedFrame
}): ReactNode {
  const t = useSimulatorTexts()
  const ask = useAsk()
  const { key } = connection
  const { n } = decoded.frame
  const frame = rowsOf(key).frame(n) ?? decoded.frame
  const body = decoded.bytes.subarray(frame.bodyAt, frame.bodyAt + frame.bodySize)
  const json = (): string => JSON.stringify(decoded.json ?? {}, null, 2)
  const copyStep = async (): Promise<void> => {
    const pair = frame.pair === undefined ? null : (await readFrame(key, frame.pair)).frame
    await copyAloud(frameStep(frame, decoded.json, pair))
  }
  const items = [
    { key: 'json', label: t('page.detail.copyJson'), onSelect: () => void copyAloud(json()) },
    { key: 'hex', label: t('page.detail.copyHex'), onSelect: () => void copyAloud(hexDump(decoded.bytes)) },
    { key: 'body', label: t('page.detail.copyBody'), onSelect: () => void copyAloud(hexDump(body)) },
    { key: 'step', label: t('page.detail.copyStep'), onSelect: () => void ask(copyStep) },
  ].filter(({ key: item }) => item === 'hex' || item === 'body' || decoded.json !== null)
  const goToPair = async (): Promise<void> => {
    if (frame.pair !== undefined) selectFrame(key, frame.pair)
    else toast.warning(t('page.detail.noPair'))
  }
  return (
    <>
      <IconButton
        isSmall
        label={t('page.detail.pair')}
        disabled={frame.pair === undefined}
        onClick={() => void goToPair()}
      >
        <ArrowLeftRight size={14} aria-hidden />
      </IconButton>
      <IconButton
        isSmall
        label={t(frame.isPinned ? 'page.detail.unpin' : 'page.detail.pin')}
        aria-pressed={frame.isPinned}
        onClick={() => void ask(() => askConnection(key, 'pin', { n, isPinned: !frame.isPinned }))}
      >
        {frame.isPinned ? <PinOff size={14} aria-hidden /> : <Pin size={14} aria-hidden />}
      </IconButton>
      <IconButton
        isSmall
        label={t('page.detail.mark')}
        aria-pressed={connection.comparedWith === n}
        onClick={() => patchConnection(key, { comparedWith: connection.comparedWith === n ? null : n })}
      >
        <GitCompareArrows size={14} aria-hidden />
      </IconButton>
      <MenuButton label={t('page.detail.copy')} items={items}>
        <Copy size={14} aria-hidden />
      </MenuButton>
    </>
  )
}
