import { FieldGroup } from '#src/components/form/field-group.tsx';
import { TextAreaField } from '#src/components/form/text-area-field.tsx';
import type { Question } from '#src/domain/model/opening.ts';
import { answerField, isRequired } from '#src/domain/rules/application.ts';
import { fieldProps, type SectionProps } from './section-props.ts';

export function QuestionsSection({
  questions,
  ...props
}: SectionProps & { readonly questions: readonly Question[] }) {
  const field = fieldProps(props);
  if (questions.length === 0) return null;
  return (
    <FieldGroup title="Questions" disabled={props.disabled}>
      {questions.map((question) => {
        const name = answerField(question.id);
        return (
          <TextAreaField
            key={name}
            {...field(name)}
            label={question.question}
            optional={!isRequired(question)}
            rows={3}
          />
        );
      })}
    </FieldGroup>
  );
}
