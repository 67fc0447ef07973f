import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { draftLanguages } from './draft-languages.ts'
import { featureFiles, namesOf, type FeatureNames } from './new-feature/feature-template.ts'
import {
  NO_OPTIONS,
  checkName,
  readArguments,
  type FeatureOptions,
} from './new-feature/new-feature-options.ts'
import { isMain } from './checks/report.ts'

/** Puts text before the first occurrence of an anchor; a missing anchor means the file was rebuilt. */
function insertBefore(file: string, anchor: string, text: string): void {
  const old = readFileSync(file, 'utf8')
  if (!old.includes(anchor))
    throw new Error(`${file}: cannot find ${JSON.stringify(anchor)} to wire the feature`)
  writeFileSync(
    file,
    old.replace(anchor, () => `${text}${anchor}`),
  )
}

function wire(root: string, { name, pascal }: FeatureNames, { hasGame }: FeatureOptions): void {
  const compose = join(root, 'apps/server/compose/compose-features.ts')
  insertBefore(
    compose,
    'import { createAccessFeature }',
    `import { create${pascal}Feature } from '@qd/${name}/server'\n`,
  )
  insertBefore(
    compose,
    '    menu,\n',
    `    create${pascal}Feature(${hasGame ? '{ reach: scope.reach }' : ''}),\n`,
  )
  insertBefore(
    join(root, 'docs/architecture.md'),
    '\n## The path of one request',
    `| [${name}](../features/${name}) | (say in one line what an operator does here) |\n`,
  )
  for (const app of ['server', 'web']) {
    const file = join(root, 'apps', app, 'package.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { dependencies: Record<string, string> }
    manifest.dependencies[`@qd/${name}`] = '0.1.0'
    manifest.dependencies = Object.fromEntries(
      Object.entries(manifest.dependencies).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    )
    writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
  }
}

function versionsIn(root: string): (name: string) => string {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'apps/web/package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const { dependencies: ofServer } = JSON.parse(
    readFileSync(join(root, 'apps/server/package.json'), 'utf8'),
  ) as {
    dependencies: Record<string, string>
  }
  return (name) => {
    const version = dependencies[name] ?? ofServer[name]
    if (version === undefined) throw new Error(`no app uses ${name}, so its version is not known`)
    return version
  }
}

/** Writes a working feature into a tree and wires it; throws when the name is bad or taken. */
export function writeFeature(root: string, name: string, options = NO_OPTIONS): string[] {
  checkName(name)
  const folder = join(root, 'features', name)
  if (existsSync(folder)) throw new Error(`features/${name} exists already`)
  const names = namesOf(name)
  const files = featureFiles(names, options, versionsIn(root))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  wire(root, names, options)
  draftLanguages(root, `features/${name}`)
  return Object.keys(files).map((file) => `features/${name}/${file}`)
}

if (isMain(import.meta.url)) {
  const root = join(import.meta.dirname, '..')
  try {
    const { name, options } = readArguments(process.argv.slice(2), process.env)
    const files = writeFeature(root, name, options)
    const run = (command: string, args: string[]) =>
      spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0
    const isDone =
      run('npm', ['install', '--no-audit', '--no-fund']) &&
      run(join(root, 'node_modules/.bin/oxfmt'), [`features/${name}`, 'apps/server'])
    console.log(
      `features/${name}: ${files.length} files. Next: npx vitest run features/${name}, then npm run check`,
    )
    process.exitCode = isDone ? 0 : 1
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
