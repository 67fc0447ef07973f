import { formatQuantity } from '@qd/web-base'
import { useMay } from '@qd/web-calls'
import { Item, ItemList, LoadingRows } from '@qd/web-controls'
import { EmptyState, ErrorState, openDialog, toast } from '@qd/web-frame'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { recordSave } from '../../contract/index.ts'
import { askConnection, connectionOf, openInstead } from '../connections/connection-store.ts'
import { captureFile, loadCapture } from '../connections/session-file.ts'
import { useAsk } from '../connections/use-ask.ts'
import { nameOfLayout } from '../records/layout-text.ts'
import { openRecordDialog } from '../records/record-form.tsx'
import { simulatorText, useSimulatorTexts } from '../texts.ts'

type Guess = Awaited<ReturnType<typeof askConnection<'guess'>>>['layouts'][number]

/** What the server proposes; null while it looks. */
function useGuesses(connection: string): readonly Guess[] | Error | null {
  const [found, setFound] = useState<readonly Guess[] | Error | null>(null)
  useEffect(() => {
    let isWanted = true
    const load = async (): Promise<void> => {
      const came = await askConnection(connection, 'guess', {}).then(
        ({ layouts }) => layouts,
        (error: Error) => error,
      )
      if (isWanted) setFound(came)
    }
    void load()
    return () => {
      isWanted = false
    }
  }, [connection])
  return found
}

/** Opens the capture again, cut by another layout, in the place of the tab it has. */
async function decodeAgain(connection: string, layout: unknown): Promise<void> {
  const known = connectionOf(connection)
  if (known === undefined || known.open.target.kind !== 'capture') return
  const { target } = known.open
  const file = captureFile(connection)
  if (file === undefined && target.keptId === undefined) {
    toast.warning(simulatorText('page.guess.noFile', { name: target.name }))
    return
  }
  const key = openInstead(connection, { ...known.open, target: { ...target, layout } })
  if (file !== undefined && target.keptId === undefined) await loadCapture(key, file)
}

interface ProposalsProps {
  connection: string
  lineId: string
  onClose: () => void
}

function Proposals({ connection, lineId, onClose, onAgain }: ProposalsProps & { onAgain: () => void }) {
  const t = useSimulatorTexts()
  const ask = useAsk()
  const mayRecord = useMay(recordSave)
  const guesses = useGuesses(connection)
  if (guesses instanceof Error) return <ErrorState error={guesses} onRetry={onAgain} />
  if (guesses === null) return <LoadingRows rows={4} />
  if (guesses.length === 0) return <EmptyState title={t('page.guess.none')} />
  return (
    <ItemList>
      {guesses.map(({ layout, frames, bytes, of }, at) => {
        const name = nameOfLayout(layout)
        return (
          <Item
            key={at}
            title={name}
            buttons={
              <>
                <Button
                  size="small"
                  type={at === 0 ? 'primary' : 'default'}
                  aria-label={`${t('page.guess.choose')} ${name}`}
                  onClick={() => {
                    onClose()
                    void ask(() => decodeAgain(connection, layout))
                  }}
                >
                  {t('page.guess.choose')}
                </Button>
                {mayRecord ? (
                  <Button
                    size="small"
                    aria-label={`${t('page.guess.toRecord')} ${name}`}
                    onClick={() => {
                      onClose()
                      openRecordDialog(lineId, null, async () => undefined, layout)
                    }}
                  >
                    {t('page.guess.toRecord')}
                  </Button>
                ) : null}
              </>
            }
          >
            <span>
              {t('page.guess.explains', {
                frames: formatQuantity(frames),
                percent: of === 0 ? 0 : Math.round((bytes / of) * 100),
              })}
            </span>
          </Item>
        )
      })}
    </ItemList>
  )
}

function Guesses(props: ProposalsProps) {
  const [turn, setTurn] = useState(0)
  return <Proposals key={turn} {...props} onAgain={() => setTurn(turn + 1)} />
}

/** Proposes layouts for the bytes of a capture. */
export function openGuessDialog(connection: string): void {
  const lineId = connectionOf(connection)?.open.target.lineId ?? ''
  openDialog(({ close }) => <Guesses connection={connection} lineId={lineId} onClose={close} />, {
    title: simulatorText('page.guess.title'),
    width: 640,
  })
}
