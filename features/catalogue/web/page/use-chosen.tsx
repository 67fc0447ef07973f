import { textOf, useKitText, useTexts } from '@qd/web-base'
import { DialogActions, openDialog } from '@qd/web-frame'
import { Button } from 'antd'
import { useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { CatalogueState, Chosen } from './chosen.ts'

function DiscardQuestion(props: { onDiscard: () => void; onClose: () => void }): ReactNode {
  const t = useTexts('catalogue')
  const kit = useKitText()
  return (
    <>
      <p>{t('discard.text')}</p>
      <DialogActions>
        <Button onClick={props.onClose}>{kit('cancel')}</Button>
        <Button
          danger
          type="primary"
          onClick={() => {
            props.onClose()
            props.onDiscard()
          }}
        >
          {t('discard.confirm')}
        </Button>
      </DialogActions>
    </>
  )
}

/** What is chosen, and the question before typed values are thrown away. */
export function useChosenState(): CatalogueState {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const isDirty = useRef(false)
  return useMemo(() => {
    const settle = (next: Chosen | null): void => {
      isDirty.current = false
      setChosen(next)
    }
    return {
      chosen,
      settle,
      choose: (next) => {
        if (!isDirty.current) return settle(next)
        openDialog(({ close }) => <DiscardQuestion onClose={close} onDiscard={() => settle(next)} />, {
          title: textOf('catalogue', 'discard.title'),
        })
      },
      setDirty: (dirty) => {
        isDirty.current = dirty
      },
    }
  }, [chosen])
}
