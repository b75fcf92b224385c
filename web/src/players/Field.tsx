// Labelled fields of forms: a frame for anything, a choice, a number.

import type { ComponentChildren } from "preact";

interface FieldProps {
  label: string;
  narrow?: boolean;
  children: ComponentChildren;
}

export function Field({ label, narrow = false, children }: FieldProps) {
  return (
    <label class={narrow ? "field narrow" : "field"}>
      <span>{label}</span>
      {children}
    </label>
  );
}

interface SelectFieldProps<Value extends string | number> {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, text: string])[];
  narrow?: boolean;
  onChange: (to: Value) => void;
}

/** One of several things, each with its text. */
export function SelectField<Value extends string | number>(props: SelectFieldProps<Value>) {
  const { label, value, options, narrow, onChange } = props;
  return (
    <Field label={label} narrow={narrow ?? false}>
      <select
        value={value}
        onChange={(event) => {
          const found = options.find(([one]) => String(one) === event.currentTarget.value);
          if (found) onChange(found[0]);
        }}
      >
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface NumberFieldProps {
  label: string;
  value: number;
  min?: number;
  max?: number;
  step?: number | "any";
  onChange: (to: number) => void; // NaN while nothing sensible is there
}

export function NumberField({ label, value, min, max, step = 1, onChange }: NumberFieldProps) {
  return (
    <Field label={label} narrow>
      <input
        type="number"
        min={min}
        max={max}
        step={step}
        required
        value={Number.isNaN(value) ? "" : value}
        onInput={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </Field>
  );
}
