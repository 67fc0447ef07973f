import { Panel } from '@qd/web-controls'
import { Button, Input } from 'antd'
import { Braces } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { readDefinition } from '../model/read-definition.ts'
import type { Read } from '../model/read-definition.ts'
import { functionText, useFunctionTexts } from '../texts.ts'
import { editable, sendable } from './definition.ts'
import type { Definition } from './definition.ts'
import { useDesign } from './design-context.ts'
import styles from './design.module.css'

/** The definition in a text, as the designer edits it. */
function readEditable(text: string): Read<Definition> {
  const read = readDefinition(text)
  if (!read.ok) return read
  const value = editable(read.value)
  return value === null ? { ok: false, problem: functionText('design.unknownSteps') } : { ok: true, value }
}

/** The whole definition as text: taken over when it can be read. */
export function JsonPanel(): ReactNode {
  const t = useFunctionTexts()
  const { definition, change } = useDesign()
  const shown = JSON.stringify(sendable(definition), null, 2)
  const [typed, setTyped] = useState<string | null>(null)
  const read = typed === null ? null : readEditable(typed)
  return (
    <Panel
      title="JSON"
      icon={<Braces size={15} aria-hidden />}
      actions={
        <>
          <Button size="small" disabled={typed === null} onClick={() => setTyped(null)}>
            {t('json.discard')}
          </Button>
          <Button
            size="small"
            type="primary"
            disabled={read?.ok !== true}
            onClick={() => {
              if (read?.ok !== true) return
              change(read.value)
              setTyped(null)
            }}
          >
            {t('json.apply')}
          </Button>
        </>
      }
    >
      <div className={styles.json}>
        {read?.ok === false ? (
          <p className={styles.fault} role="alert">
            {read.problem}
          </p>
        ) : null}
        <Input.TextArea
          className="qd-mono"
          aria-label="JSON"
          spellCheck={false}
          autoSize={{ minRows: 20 }}
          value={typed ?? shown}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
    </Panel>
  )
}
