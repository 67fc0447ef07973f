export * from './approvals-world.ts'
export * from './give-feature.ts'
