// The silos of the control plane itself. They are not listed and cannot be changed.

export const BUILT_IN_SILOS = [
  { id: '001de000-5110-4000-8000-000000000000', name: 'default-silo', description: 'default silo' },
  { id: '001de000-5110-4000-8000-000000000001', name: 'internal', description: 'the control plane itself' },
]

export const isBuiltIn = (siloId: string) => BUILT_IN_SILOS.some(({ id }) => id === siloId)
