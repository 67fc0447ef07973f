import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** A copy of the working tree in which anything may be changed; packages are shared with the original. */
export interface TreeCopy {
  folder: string
  /** Makes `@qd/*` find every workspace of the copy, also new ones. */
  link(): void
  remove(): void
}

function linkWorkspaces(folder: string): void {
  const target = join(folder, 'node_modules/@qd')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const manifest of globSync(
    ['{packages,features,adapters,apps}/*/package.json', '{sandbox,bench,e2e}/package.json'],
    {
      cwd: folder,
    },
  )) {
    const { name } = JSON.parse(readFileSync(join(folder, manifest), 'utf8')) as { name: string }
    symlinkSync(join(folder, dirname(manifest)), join(folder, 'node_modules', name))
  }
}

/** Copies tracked and new files, not what is ignored; a second's work, since packages are links. */
export function copyTree(): TreeCopy {
  const folder = mkdtempSync(join(tmpdir(), 'qd-tree-'))
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (listed.status !== 0) throw new Error(`git ls-files failed: ${listed.stderr}`)
  for (const file of listed.stdout.split('\0')) {
    if (file === '' || !existsSync(join(root, file))) continue
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    copyFileSync(join(root, file), join(folder, file))
  }
  mkdirSync(join(folder, 'node_modules'))
  for (const entry of readdirSync(join(root, 'node_modules')))
    if (entry !== '@qd' && !entry.startsWith('.vite'))
      symlinkSync(join(root, 'node_modules', entry), join(folder, 'node_modules', entry))
  linkWorkspaces(folder)
  return {
    folder,
    link: () => linkWorkspaces(folder),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
