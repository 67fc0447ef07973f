import { goTo, isCallError, useKitText } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { ConfirmButton } from '@qd/web-controls'
import { DialogActions, FileButton, openDialog, toast } from '@qd/web-frame'
import { Button, Select } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { importFunction } from '../../contract/index.ts'
import { readFunctionFile } from '../model/read-definition.ts'
import type { FunctionFile } from '../model/read-definition.ts'
import { queryOf } from '../place/function-home.ts'
import type { FunctionHome } from '../place/function-home.ts'
import { functionText, useFunctionTexts } from '../texts.ts'
import styles from './import-dialog.module.css'
import { useForgetFunctions } from './use-manage.ts'

export const REACHES = ['line', 'operator', 'game'] as const
type Reach = (typeof REACHES)[number]

function faultsOf(error: unknown): { path: string; msg: string }[] {
  const { faults } = ((isCallError(error) ? error.details : null) ?? {}) as { faults?: unknown }
  return Array.isArray(faults) ? (faults as { path: string; msg: string }[]) : []
}

function ImportForm({ home, onClose }: { home: FunctionHome; onClose: () => void }): ReactNode {
  const t = useFunctionTexts()
  const kit = useKitText()
  const forget = useForgetFunctions()
  const [file, setFile] = useState<FunctionFile | null>(null)
  const [reach, setReach] = useState<Reach>('line')
  const [failure, setFailure] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const look = async (chosen: File) => {
    setFile(null)
    setFailure([])
    const read = readFunctionFile(await chosen.text())
    if (read.ok) return setFile(read.value)
    setFailure([read.problem])
  }
  const save = async () => {
    if (file === null) return
    setBusy(true)
    try {
      const { id } = await call(
        importFunction,
        { query: queryOf(home), body: { file, reach } },
        { at: home.at, tag: 'custom-function:import.title', told: 'form' },
      )
      toast.success(t('import.done', { title: file.definition.title }))
      onClose()
      await forget()
      goTo(`/functionDesign/${encodeURIComponent(id)}`)
    } catch (error) {
      if (!isCallError(error)) throw error
      setFailure([error.told, ...faultsOf(error).map(({ path, msg }) => `${path}: ${msg}`)])
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.form}>
      <p>{t('import.text')}</p>
      <div className={styles.file}>
        <FileButton isFirst label={t('import.choose')} accept=".json,application/json" onFile={look} />
        {file === null ? null : (
          <span>
            <b>{file.definition.title}</b>{' '}
            {t('import.contents', {
              parameters: file.definition.parameters.length,
              steps: file.definition.steps.length,
            })}
          </span>
        )}
      </div>
      <label className={styles.reach}>
        {t('reach.title')}
        <Select<Reach>
          value={reach}
          aria-label={t('reach.title')}
          options={REACHES.map((value) => ({ value, label: t(`reach.${value}`) }))}
          onChange={setReach}
        />
      </label>
      {failure.length === 0 ? null : (
        <ul role="alert" className={styles.failure}>
          {failure.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <DialogActions>
        <Button onClick={onClose}>{kit('cancel')}</Button>
        <ConfirmButton disabled={file === null} loading={isBusy} onClick={() => void save()}>
          {t('import.save')}
        </ConfirmButton>
      </DialogActions>
    </div>
  )
}

/** Takes in a function that another console exported, as a new one. */
export function openImport(home: FunctionHome): void {
  openDialog(({ close }) => <ImportForm home={home} onClose={close} />, {
    title: functionText('import.title'),
    width: 480,
  })
}
