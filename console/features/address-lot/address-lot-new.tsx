// A new address lot, over the list.
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { AddressLotForm } from './address-lot-form.tsx'

export default function AddressLotNewPage() {
  const navigate = useNavigate()
  return (
    <AddressLotForm
      onDone={({ name }) => navigate(paths.addressLot({ lot: name }))}
      onClose={() => void navigate(paths.addressLots())}
    />
  )
}
